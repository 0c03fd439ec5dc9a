import Foundation

extension Stage where Input == Response {
  /// Makes the model of a response by a spec.
  ///
  /// Fails with `.parse` and what the spec threw.
  public static func parsing<Spec: ResponseSpec>(by spec: Spec) -> Self where Spec.ResponseModel == Output {
    parsing { try spec.parseResponse(response: $0) }
  }

  /// Makes the model of a response by a closure.
  ///
  /// Fails with `.parse` and what the closure threw.
  public static func parsing(_ parse: @escaping @Sendable (Response) throws -> Output) -> Self {
    Self(outline: .stage("parse")) { response throws(ConnectionError) in
      do {
        return .finished(try parse(response))
      } catch {
        throw ConnectionError(.parse, thrown: error).carrying(response.request, response)
      }
    }
  }

  /// Decodes the body, from JSON by default.
  ///
  /// Fails with `.parse` and a `DecodingError`.
  public static func parsing(_ model: Output.Type, decoder: (any ResponseDecoder)? = nil) -> Self
  where Output: Decodable {
    let options = decoder.map { DecodingOptions($0) } ?? DecodingOptions()
    return parsing { try $0.decodedModel(model, by: options) }.named("parse(\(model))")
  }
}
