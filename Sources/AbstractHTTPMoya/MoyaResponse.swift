public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension AbstractHTTP.Response {
  /// The response as the system knows it.
  public var response: HTTPURLResponse? { nativeResponse as? HTTPURLResponse }

  /// Decodes a model of the body's JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the model.
  ///   - keyPath: Where in the JSON the model is; by default it is the whole.
  ///   - decoder: Reads the JSON.
  ///   - failsOnEmptyData: Whether an empty body fails. Otherwise an optional is `nil`, a collection is empty, and any other
  ///     model is decoded from `{}`.
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
  /// - Parameter failsOnEmptyData: Whether an empty body fails; otherwise it's `NSNull`.
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
