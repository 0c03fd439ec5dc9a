/// The kinds of JSON values (RFC 8259 §3).
public enum JSONType: String, Sendable, CaseIterable {
  /// An integer or a fraction.
  case number
  /// A text.
  case string
  /// `true` or `false`.
  case bool
  /// Values in order.
  case array
  /// Values by keys: JSON's object.
  case dictionary
  /// `null`, and what is not there.
  case null
}

extension JSONType: CustomStringConvertible {
  /// The kind with its article, as in a sentence.
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
