public import Foundation

extension FormOptions {
  /// The format of `true` and `false`.
  public enum BoolEncoding: Sendable, Hashable {
    /// `1` and `0`.
    case numeric
    /// `true` and `false`.
    case literal

    func text(_ value: Bool) -> String {
      switch self {
      case .numeric: value ? "1" : "0"
      case .literal: value ? "true" : "false"
      }
    }
  }

  /// The format of `Data`.
  public enum DataEncoding: Sendable {
    /// An array of its bytes, as `Data` encodes itself.
    case deferredToData
    /// Base64 (RFC 4648 §4).
    case base64
    /// The text that the closure returns. If it throws, the encoding fails.
    case custom(@Sendable (Data) throws -> String)

    /// Returns the text of the data; `nil` if it encodes itself.
    func text(_ data: Data) throws -> String? {
      switch self {
      case .deferredToData: nil
      case .base64: data.base64EncodedString()
      case .custom(let encode): try encode(data)
      }
    }
  }

  /// The format of a `Date`.
  public enum DateEncoding: Sendable {
    /// Seconds since 2001, with a fraction, as `Date` encodes itself.
    case deferredToDate
    /// Seconds since 1970, with a fraction.
    case secondsSince1970
    /// Milliseconds since 1970, with a fraction.
    case millisecondsSince1970
    /// `2001-01-01T00:00:00Z` (RFC 3339, ISO 8601).
    case iso8601
    /// The format of a formatter.
    case formatted(DateFormatter)
    /// The text that the closure returns. If it throws, the encoding fails.
    case custom(@Sendable (Date) throws -> String)

    func value(_ date: Date) throws -> ParameterValue {
      switch self {
      case .deferredToDate: .double(date.timeIntervalSinceReferenceDate)
      case .secondsSince1970: .double(date.timeIntervalSince1970)
      case .millisecondsSince1970: .double(date.timeIntervalSince1970 * 1000)
      case .iso8601: .text(date.formatted(.iso8601))
      case .formatted(let formatter): .text(formatter.string(from: date))
      case .custom(let encode): .text(try encode(date))
      }
    }
  }

  /// The format of `nil`.
  public enum NilEncoding: Sendable {
    /// Omits the key and the value.
    case dropKey
    /// `name=`.
    case dropValue
    /// `name=null`.
    case null
    /// The text that the closure returns; `nil` omits the key.
    case custom(@Sendable () -> String?)

    /// Returns the text; `nil` if the key is omitted.
    func text() -> String? {
      switch self {
      case .dropKey: nil
      case .dropValue: ""
      case .null: "null"
      case .custom(let encode): encode()
      }
    }
  }
}
