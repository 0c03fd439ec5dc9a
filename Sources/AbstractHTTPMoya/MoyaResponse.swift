public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension AbstractHTTP.Response {
  /// The system's response.
  public var response: HTTPURLResponse? { nativeResponse as? HTTPURLResponse }

  /// Decodes a model from the body's JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the model.
  ///   - keyPath: The path of the model in the JSON. Defaults to the whole document.
  ///   - decoder: The decoder of the JSON.
  ///   - failsOnEmptyData: Whether an empty body fails. Otherwise, an optional is `nil`, a collection is empty, and any
  ///     other model is decoded from `{}`.
  public func map<Model: Decodable>(
    _ type: Model.Type,
    atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> Model {
    try decoded(as: type, keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
  }

  /// Reads the body's JSON as `JSONSerialization` does.
  ///
  /// - Parameter failsOnEmptyData: Whether an empty body fails. Otherwise, the result is `NSNull`.
  public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
    let body = try contents()
    if body.isEmpty, !failsOnEmptyData { return NSNull() }
    return try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
  }

  /// Reads the body as text, or the text at a key path of its JSON.
  public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
    try decoded(as: String.self, keyPath: keyPath)
  }
}
