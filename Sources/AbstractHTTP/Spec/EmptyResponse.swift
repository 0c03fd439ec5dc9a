/// A type with a value for a response without a body.
///
/// ```swift
/// extension Deletion: EmptyResponse {
///   static var emptyValue: Deletion { Deletion(id: nil) }
/// }
/// ```
///
/// That value becomes the model of an empty response that can't have a body: one with status `204` or `205`, or to a
/// `HEAD`. Collections are then empty, and ``JSON`` is null. Any other response with an empty body fails with
/// ``EmptyBody``, unless the model is optional.
public protocol EmptyResponse {
  /// The value for a response without a body.
  static var emptyValue: Self { get }
}

extension Array: EmptyResponse {
  /// An empty array.
  public static var emptyValue: [Element] { [] }
}

extension Set: EmptyResponse {
  /// An empty set.
  public static var emptyValue: Set<Element> { [] }
}

extension Dictionary: EmptyResponse {
  /// An empty dictionary.
  public static var emptyValue: [Key: Value] { [:] }
}

extension JSON: EmptyResponse {
  /// The JSON value `null`.
  @_documentation(visibility: internal)
  public static var emptyValue: JSON { .null }
}

/// The error of a response without a body, from which the model can't be created.
public struct EmptyBody: Error, Sendable, CustomStringConvertible {
  /// The response without a body.
  public let response: Response
  /// The name of the model's type.
  public let model: String

  /// The status, the model, and a suggestion.
  public var description: String {
    "the response \(response.statusCode) has no body to create \(model) from: make the model optional, or an EmptyResponse"
  }
}

extension Response {
  /// Whether a response of this type never has a body (RFC 9110 §15.3.5, §15.3.6, §9.3.2).
  var isOfKindWithoutBody: Bool { statusCode == 204 || statusCode == 205 || request?.httpMethod == .head }

  /// Returns the model for an empty body.
  ///
  /// - Throws: ``EmptyBody`` if there is no such model.
  func emptyModel<Model>(_ type: Model.Type = Model.self) throws -> Model {
    if let absent = (type as? any Absentable.Type)?.noModel as? Model { return absent }
    if isOfKindWithoutBody, let empty = (type as? any EmptyResponse.Type)?.emptyValue as? Model { return empty }
    throw EmptyBody(response: self, model: "\(type)")
  }
}

/// A model that can be absent.
protocol Absentable {
  static var noModel: Self { get }
}

extension Optional: Absentable {
  static var noModel: Self { nil }
}
