/// A type that can be read from JSON exactly: integers aren't rounded, and strings aren't converted.
///
/// Strings, bools, numbers, `Decimal`, `URL`, `Date` (ISO 8601), and ``JSON`` conform, and so do arrays, dictionaries,
/// and optionals of conforming types, every ``JSONModel``, and enums with a raw value that declare the conformance:
///
/// ```swift
/// enum Role: String, JSONReadable { case admin, guest }
///
/// let role: Role = try json.required("role")
/// ```
public protocol JSONReadable: Sendable {
  /// Reads the value.
  ///
  /// Throws ``ModelMappingError`` if the JSON doesn't match. The error's `type` is `nil`, and its path begins at this
  /// value; callers complete both.
  static func read(json: JSON) throws -> Self
}

extension RawRepresentable where Self: JSONReadable, RawValue: JSONReadable {
  /// Reads the raw value.
  public static func read(json: JSON) throws -> Self {
    guard let value = Self(rawValue: try RawValue.read(json: json)) else { throw ModelMappingError.invalid(Self.self) }
    return value
  }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  /// Reads a value, or returns `nil` for null.
  public static func read(json: JSON) throws -> Wrapped? { json.type == .null ? nil : try Wrapped.read(json: json) }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array. An error's path has the index of the failing element.
  public static func read(json: JSON) throws -> [Element] {
    guard case .array(let elements) = json.storage else { throw ModelMappingError.wrong(json, expected: "an array") }
    var index = 0
    return try elements.values.map { element in
      defer { index += 1 }
      return try ModelMappingError.within([index]) { try Element.read(json: element) }
    }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads a dictionary. An error's path has the key of the failing member.
  public static func read(json: JSON) throws -> [String: Value] {
    guard case .object(let members) = json.storage else { throw ModelMappingError.wrong(json, expected: "an object") }
    return try zip(members.keys.names, members.values).reduce(into: [:]) { values, member in
      values[member.0] = try ModelMappingError.within([member.0]) { try Value.read(json: member.1) }
    }
  }
}
