/// The types of JSON values (RFC 8259 §3).
public enum JSONType: String, Sendable, CaseIterable {
  /// An integer or a fraction.
  case number
  /// A string.
  case string
  /// `true` or `false`.
  case bool
  /// An ordered list of values.
  case array
  /// A set of values with keys: a JSON object.
  case dictionary
  /// `null`, or a missing value.
  case null
}

extension JSONType: CustomStringConvertible {
  /// The type with its article, for use in a sentence.
  public var description: String {
    switch self {
    case .number: "a number"
    case .string: "a string"
    case .bool: "a bool"
    case .array: "an array"
    case .dictionary: "an object"
    case .null: "null"
    }
  }
}
