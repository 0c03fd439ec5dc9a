public import Foundation

extension FormOptions {
  /// How `true` and `false` are written.
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

  /// How `Data` is written.
  public enum DataEncoding: Sendable {
    /// As it encodes itself: an array of its bytes.
    case deferredToData
    /// In Base64 (RFC 4648 §4).
    case base64
    /// As is returned; what is thrown fails the encoding.
    case custom(@Sendable (Data) throws -> String)

    /// The text of the data; `nil` where it is to encode itself.
    func text(_ data: Data) throws -> String? {
      switch self {
      case .deferredToData: nil
      case .base64: data.base64EncodedString()
      case .custom(let encode): try encode(data)
      }
    }
  }

  /// How a `Date` is written.
  public enum DateEncoding: Sendable {
    /// As it encodes itself: in seconds since 2001, with a fraction.
    case deferredToDate
    /// In seconds since 1970, with a fraction.
    case secondsSince1970
    /// In milliseconds since 1970, with a fraction.
    case millisecondsSince1970
    /// `2001-01-01T00:00:00Z` (RFC 3339, ISO 8601).
    case iso8601
    /// As the formatter does.
    case formatted(DateFormatter)
    /// As is returned; what is thrown fails the encoding.
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

  /// How `nil` is written.
  public enum NilEncoding: Sendable {
    /// Not at all, and neither is its key.
    case dropKey
    /// `name=`.
    case dropValue
    /// `name=null`.
    case null
    /// As is returned; `nil` leaves the key out.
    case custom(@Sendable () -> String?)

    /// The text; `nil` where the key is left out.
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
