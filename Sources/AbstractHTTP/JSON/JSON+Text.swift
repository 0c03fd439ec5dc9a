public import Foundation

extension JSON {
  /// The string; `nil` if this is none. Setting `nil` sets null.
  public var string: String? {
    get { if case .string(let value) = storage { value } else { nil } }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The string, or the text of a number or a bool; empty for all else.
  ///
  /// A number that was read has the text it had there: `1.0` is `"1.0"`.
  public var stringValue: String {
    get {
      switch storage {
      case .string(let value), .number(let value): value
      case .int(let value): "\(value)"
      case .uint(let value): "\(value)"
      case .double(let value): "\(value)"
      case .bool(let value): "\(value)"
      default: ""
      }
    }
    set { self = JSON(newValue) }
  }

  /// The bool; `nil` if this is none. Setting `nil` sets null.
  public var bool: Bool? {
    get { if case .bool(let value) = storage { value } else { nil } }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The bool; whether a number is not 0; whether a string is `true`, `yes`, `t`, `y` or `1`, in any case; `false` for all
  /// else.
  public var boolValue: Bool {
    get {
      switch storage {
      case .bool(let value): value
      case .int(let value): value != 0
      case .uint: true
      case .double, .number: exactNumber != .int(0)
      case .string(let value): ["true", "yes", "t", "y", "1"].contains(value.lowercased())
      default: false
      }
    }
    set { self = JSON(newValue) }
  }

  /// The URL that a string is; `nil` if this is none. What a URL may not hold is percent-encoded.
  public var url: URL? {
    get { string.flatMap { URL(string: $0) } }
    set { self = newValue.map { JSON($0.absoluteString) } ?? .null }
  }

  /// An `NSNull` for a null, be it there or not; `nil` for all else. Setting it sets null.
  public var null: NSNull? {
    get { type == .null ? NSNull() : nil }
    set { self = .null }
  }
}
