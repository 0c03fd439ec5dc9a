public import Foundation

extension JSON {
  /// The string; `nil` for other values. Setting `nil` sets null.
  public var string: String? {
    get { if case .string(let value) = storage { value } else { nil } }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The string, or the text of a number or a bool; empty for other values.
  ///
  /// A number that was parsed keeps its text: `1.0` is `"1.0"`.
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

  /// The bool; `nil` for other values. Setting `nil` sets null.
  public var bool: Bool? {
    get { if case .bool(let value) = storage { value } else { nil } }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The bool. For a number, whether it isn't 0; for a string, whether it is `true`, `yes`, `t`, `y`, or `1`, in any
  /// case; `false` for other values.
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

  /// The URL in a string; `nil` for other values. Characters that aren't allowed in a URL are percent-encoded.
  public var url: URL? {
    get { string.flatMap { URL(string: $0) } }
    set { self = newValue.map { JSON($0.absoluteString) } ?? .null }
  }

  /// An `NSNull` if the value is null or missing; `nil` for other values. Setting it sets null.
  public var null: NSNull? {
    get { type == .null ? NSNull() : nil }
    set { self = .null }
  }
}
