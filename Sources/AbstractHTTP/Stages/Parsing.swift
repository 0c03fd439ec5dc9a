import Foundation

extension Stage where Input == Response {
  /// Creates the model of a response with a spec.
  ///
  /// Fails with `.parse` and the spec's error.
  public static func parsing<Spec: ResponseSpec>(by spec: Spec) -> Self where Spec.ResponseModel == Output {
    parsing { try spec.parseResponse(response: $0) }
  }

  /// Creates the model of a response with a closure.
  ///
  /// Fails with `.parse` and the closure's error.
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
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - decoder: The decoder. Defaults to plain ``DecodingOptions`` for JSON.
  public static func parsing(_ model: Output.Type, decoder: (any ResponseDecoder)? = nil) -> Self
  where Output: Decodable {
    let options = decoder.map { DecodingOptions($0) } ?? DecodingOptions()
    return parsing { try $0.decodedModel(model, by: options) }.named("parse(\(model))")
  }
}
