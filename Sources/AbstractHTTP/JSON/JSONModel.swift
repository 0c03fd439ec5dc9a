/// A model that creates itself from JSON.
///
/// ```swift
/// struct User: JSONModel {
///   let id: Int
///   let name: String
///   let address: Address?                      // another JSONModel
///   let tags: [String]
///
///   static func build(json: JSON) throws -> User {
///     try User(
///       id: json.required("id"),
///       name: json.required("profile", "name"),
///       address: json.optional("address"),
///       tags: json.optional("tags") ?? []
///     )
///   }
/// }
/// ```
///
/// As the model of a response, it is created from the body. If ``build(json:)`` throws, the connection fails with
/// `.parse`. A type that is also `Decodable` is created by this method. Arrays and optionals of such models are also
/// models.
///
/// To create a model yourself, call ``JSON/build(_:)``, which names the type in errors. A direct call of
/// ``build(json:)`` doesn't.
public protocol JSONModel: JSONReadable {
  /// Creates the model.
  ///
  /// Throws ``ModelMappingError`` from ``JSON/required(_:as:)`` and ``JSON/optional(_:as:)``, or any custom error.
  static func build(json: JSON) throws -> Self
}

extension JSONModel {
  /// Creates the model, and names it in errors.
  public static func read(json: JSON) throws -> Self {
    do {
      return try build(json: json)
    } catch let error as ModelMappingError {
      throw error.naming("\(Self.self)")
    }
  }
}

extension Array: JSONModel where Element: JSONModel {
  /// Creates an array of models. An error's path has the index of the failing element.
  public static func build(json: JSON) throws -> [Element] { try read(json: json) }
}

extension Optional: JSONModel where Wrapped: JSONModel {
  /// Creates a model, or returns `nil` for null.
  public static func build(json: JSON) throws -> Wrapped? { try read(json: json) }
}

extension Dictionary: JSONModel where Key == String, Value: JSONModel {
  /// Creates a dictionary of values. An error's path has the key of the failing member.
  public static func build(json: JSON) throws -> [String: Value] { try read(json: json) }
}
