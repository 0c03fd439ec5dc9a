public import Foundation

/// A type that decodes models from the bodies of responses: Foundation's `JSONDecoder` and `PropertyListDecoder`, or a
/// decoder for another format.
///
/// ```swift
/// let feed = try await HTTP(url).fetch(Feed.self, decoder: PropertyListDecoder()).value
/// let client = Client(baseURL: api) { $0.decoder = .custom { XMLDecoder() } }   // XMLDecoder conforms to ResponseDecoder
/// ```
///
/// A decoder may be called from several threads at the same time.
public protocol ResponseDecoder: Sendable {
  /// Decodes a model from a body.
  ///
  /// - Throws: `DecodingError`, or an error of the model.
  func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model
}

extension JSONDecoder: ResponseDecoder {}

extension PropertyListDecoder: ResponseDecoder {}

extension ResponseDecoder {
  /// Decodes a model, and adds the model's name and the failing location to errors.
  func decodeExplaining<Model: Decodable>(_ type: Model.Type, named name: String, from data: Data) throws -> Model {
    do {
      return try decode(type, from: data)
    } catch let error as DecodingError {
      throw error.explained { DecodingFailure($0, of: name) }
    }
  }
}

extension DecodingFailure {
  /// Creates the failure from the error itself, for a text that isn't JSON.
  fileprivate init(_ error: DecodingError, of model: String) {
    var keys = error.context?.codingPath ?? []
    if case .keyNotFound(let key, _) = error { keys.append(key) }
    let path = JSONPath(keys.map { key in key.intValue.map(JSONKey.index) ?? .key(key.stringValue) })
    let reason: Reason =
      switch error {
      case .keyNotFound: .missing
      case .valueNotFound: .null
      case .typeMismatch(let type, _): .wrongType(expected: "\(type)")
      default: .invalidValue(error.context?.debugDescription ?? "")
      }
    self.init(
      reason: reason,
      model: model,
      property: path.property,
      path: path,
      location: nil,
      underlying: error,
      found: ""
    )
  }
}
