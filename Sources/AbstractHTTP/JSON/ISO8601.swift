import Foundation

/// Reads and writes dates in the format of RFC 3339 §5.6.
enum ISO8601 {
  /// Reads a date and a time with an offset: `2026-01-31T09:30:00.25+09:00`.
  ///
  /// The `T` may be lower-case or a space, the offset may lack its colon, and a leap second counts as the next minute's
  /// first second.
  static func date(_ text: String) -> Date? {
    var text = ISO8601Text(text)
    guard let year = text.digits(4), text.skip("-"), let month = text.digits(2), text.skip("-"),
      let day = text.digits(2),
      text.skip("Tt "), let hour = text.digits(2), text.skip(":"), let minute = text.digits(2), text.skip(":"),
      let second = text.digits(2), let fraction = text.fraction(), let offset = text.offset(), text.isAtEnd,
      let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second - offset
    return Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + seconds) + fraction)
  }

  /// Returns the text of a date in UTC; `nil` if its year isn't from 0 to 9999.
  static func text(_ date: Date) -> String? {
    let interval = date.timeIntervalSince1970
    guard interval.isFinite, abs(interval) < 1e12 else { return nil }
    let milliseconds = Int((interval * 1000).rounded())
    let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    let date = CivilDate(daysSince1970: day)
    guard 0...9999 ~= date.year else { return nil }
    let rest = milliseconds - day * 86_400_000
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(2) }.joined(separator: ":")
    let fraction = rest % 1000 == 0 ? "" : ".\((rest % 1000).padded(3))"
    return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))T\(time)\(fraction)Z"
  }
}

/// The rest of a text to read.
private struct ISO8601Text {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a number of digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Skips one of some characters.
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
