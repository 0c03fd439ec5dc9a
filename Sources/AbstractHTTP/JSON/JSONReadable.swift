/// A value that JSON is read into, exactly: no number is rounded, and no string is converted.
///
/// Strings, bools, numbers, `Decimal`, `URL`, `Date` (ISO 8601) and ``JSON`` are; so are arrays, dictionaries and optionals of
/// such, every ``JSONModel``, and an enum with a raw value that says so:
///
/// ```swift
/// enum Role: String, JSONReadable { case admin, guest }
///
/// let role: Role = try json.required("role")
/// ```
public protocol JSONReadable: Sendable {
  /// Reads the value.
  ///
  /// Throws ``ModelMappingError`` for JSON that is not of this kind. Its `type` is `nil`, and its path begins here: both are
  /// made whole on the way out.
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
  /// Reads a value, or `nil` from a null.
  public static func read(json: JSON) throws -> Wrapped? { json.type == .null ? nil : try Wrapped.read(json: json) }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads element by element; the error's path has the index of the one that cannot be.
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
  /// Reads member by member; the error's path has the key of the one that cannot be.
  public static func read(json: JSON) throws -> [String: Value] {
    guard case .object(let members) = json.storage else { throw ModelMappingError.wrong(json, expected: "an object") }
    return try zip(members.keys.names, members.values).reduce(into: [:]) { values, member in
      values[member.0] = try ModelMappingError.within([member.0]) { try Value.read(json: member.1) }
    }
  }
}
