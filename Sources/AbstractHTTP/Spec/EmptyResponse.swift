/// A type that has a value for a response without a body.
///
/// ```swift
/// extension Deletion: EmptyResponse {
///   static var emptyValue: Deletion { Deletion(id: nil) }
/// }
/// ```
///
/// It is the model of a response that has no body by its nature, and has none: of status `204` or `205`, or to a `HEAD`.
/// Collections are empty then, and ``JSON`` is null. Any other response with an empty body fails with ``EmptyBody``, unless
/// the model is optional.
public protocol EmptyResponse {
  /// The value for a response without a body.
  static var emptyValue: Self { get }
}

extension Array: EmptyResponse {
  /// No element.
  public static var emptyValue: [Element] { [] }
}

extension Set: EmptyResponse {
  /// No element.
  public static var emptyValue: Set<Element> { [] }
}

extension Dictionary: EmptyResponse {
  /// No key.
  public static var emptyValue: [Key: Value] { [:] }
}

extension JSON: EmptyResponse {
  /// `null`.
  @_documentation(visibility: internal)
  public static var emptyValue: JSON { .null }
}

/// A response has no body, and the model can't be created from nothing.
public struct EmptyBody: Error, Sendable, CustomStringConvertible {
  /// The response.
  public let response: Response
  /// The name of the model's type.
  public let model: String

  /// The status, the model, and what helps.
  public var description: String {
    "the response \(response.statusCode) has no body to create \(model) from: make the model optional, or an EmptyResponse"
  }
}

extension Response {
  /// Whether a response of this kind never has a body (RFC 9110 §15.3.5, §15.3.6, §9.3.2).
  var isOfKindWithoutBody: Bool { statusCode == 204 || statusCode == 205 || request?.httpMethod == .head }

  /// The model of an empty body.
  ///
  /// - Throws: ``EmptyBody`` if there is none.
  func emptyModel<Model>(_ type: Model.Type = Model.self) throws -> Model {
    if let absent = (type as? any Absentable.Type)?.noModel as? Model { return absent }
    if isOfKindWithoutBody, let empty = (type as? any EmptyResponse.Type)?.emptyValue as? Model { return empty }
    throw EmptyBody(response: self, model: "\(type)")
  }
}

/// A model that may be missing.
protocol Absentable {
  static var noModel: Self { get }
}

extension Optional: Absentable {
  static var noModel: Self { nil }
}
