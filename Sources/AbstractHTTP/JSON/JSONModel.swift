/// A model that builds itself from JSON.
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
/// As the model of a response it is built from the body; whatever ``build(json:)`` throws fails the connection with `.parse`.
/// A type that is `Decodable`, too, is built by this. Arrays and optionals of such models are such models.
///
/// By hand it is built by ``JSON/build(_:)``, which names the type in the errors; a plain call of ``build(json:)`` cannot.
public protocol JSONModel: JSONReadable {
  /// Builds the model.
  ///
  /// Throws ``ModelMappingError``, by ``JSON/required(_:as:)`` and ``JSON/optional(_:as:)``, or any error of its own.
  static func build(json: JSON) throws -> Self
}

extension JSONModel {
  /// Builds the model, and names it in the error.
  public static func read(json: JSON) throws -> Self {
    do {
      return try build(json: json)
    } catch let error as ModelMappingError {
      throw error.naming("\(Self.self)")
    }
  }
}

extension Array: JSONModel where Element: JSONModel {
  /// Builds model by model; the error's path has the index of the one that cannot be.
  public static func build(json: JSON) throws -> [Element] { try read(json: json) }
}

extension Optional: JSONModel where Wrapped: JSONModel {
  /// Builds a model, or `nil` from a null.
  public static func build(json: JSON) throws -> Wrapped? { try read(json: json) }
}

extension Dictionary: JSONModel where Key == String, Value: JSONModel {
  /// Builds member by member; the error's path has the key of the one that can't be built.
  public static func build(json: JSON) throws -> [String: Value] { try read(json: json) }
}
