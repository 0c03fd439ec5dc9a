public import Foundation

extension JSON {
  /// The format of a date.
  public struct DateStrategy: Sendable {
    fileprivate let read: @Sendable (JSON) -> Date?

    /// `2026-01-31T09:30:00Z`, with or without a fraction of a second and with any offset (RFC 3339, a profile of ISO 8601).
    public static let iso8601 = DateStrategy { $0.string.flatMap { ISO8601.date($0) } }

    /// A number of seconds since 1970.
    public static let secondsSince1970 = DateStrategy { json in
      json.type == .number ? json.double.map { Date(timeIntervalSince1970: $0) } : nil
    }

    /// A number of milliseconds since 1970.
    public static let millisecondsSince1970 = DateStrategy { json in
      json.type == .number ? json.double.map { Date(timeIntervalSince1970: $0 / 1000) } : nil
    }

    /// Creates a strategy that reads dates with a closure.
    public static func custom(_ read: @escaping @Sendable (JSON) -> Date?) -> DateStrategy { DateStrategy(read: read) }
  }

  /// The date in an ISO 8601 string, with or without a fraction of a second; `nil` for other values.
  ///
  /// Setting a date writes it in UTC, with milliseconds if it has any. Setting `nil` sets null.
  public var date: Date? {
    get { date(.iso8601) }
    set { self = newValue.flatMap { ISO8601.text($0) }.map { JSON($0) } ?? .null }
  }

  /// Returns the date that a strategy reads from this value; `nil` if it isn't a date.
  ///
  /// ```swift
  /// json.createdAt.date(.secondsSince1970)
  /// ```
  public func date(_ strategy: DateStrategy) -> Date? { strategy.read(self) }
}
