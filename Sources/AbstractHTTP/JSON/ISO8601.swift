import Foundation

/// Dates as RFC 3339 §5.6 writes them.
enum ISO8601 {
  /// Reads a date and a time with an offset: `2026-01-31T09:30:00.25+09:00`.
  ///
  /// The `T` may be a blank or small, the offset may lack its colon, and a leap second is the next minute's first.
  static func date(_ text: String) -> Date? {
    var text = ISO8601Text(text)
    guard let year = text.digits(4), text.skip("-"), let month = text.digits(2), text.skip("-"),
      let day = text.digits(2),
      text.skip("Tt "), let hour = text.digits(2), text.skip(":"), let minute = text.digits(2), text.skip(":"),
      let second = text.digits(2), let fraction = text.fraction(), let offset = text.offset(), text.isAtEnd,
      let days = days(year, month, day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second - offset
    return Date(timeIntervalSince1970: Double(days * 86_400 + seconds) + fraction)
  }

  /// Writes a date in UTC; `nil` for one that is not in the years 0 to 9999.
  static func text(_ date: Date) -> String? {
    let interval = date.timeIntervalSince1970
    guard interval.isFinite, abs(interval) < 1e12 else { return nil }
    let milliseconds = Int((interval * 1000).rounded())
    let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    let (year, month, dayOfMonth) = civil(day)
    guard 0...9999 ~= year else { return nil }
    let rest = milliseconds - day * 86_400_000
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }.joined(separator: ":")
    let fraction = rest % 1000 == 0 ? "" : ".\(padded(rest % 1000, 3))"
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(time)\(fraction)Z"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// The days since 1970 of a date in the proleptic Gregorian calendar, counted in eras of 400 years from the first of March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return civil(days).day == day ? days : nil
  }

  private static func civil(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// What is left of a text to be read.
private struct ISO8601Text {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads so many digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Goes past one of some characters.
  mutating func skip(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads the fraction of a second, if there is one.
  mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    guard var digit = digit().map(Double.init) else { return nil }
    var (value, weight) = (0.0, 0.1)
    while weight > 1e-17 {
      value += digit * weight
      weight /= 10
      guard let next = self.digit() else { return value }
      digit = Double(next)
    }
    while self.digit() != nil {}
    return value
  }

  /// Reads the offset from UTC, in seconds.
  mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = digits(2) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60
  }

  private mutating func digit() -> Int? {
    guard let first = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
    rest = rest.dropFirst()
    return Int(first - UInt8(ascii: "0"))
  }
}
