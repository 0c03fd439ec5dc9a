import Foundation

/// Parses and formats the dates in HTTP headers (RFC 9110 §5.6.7). All three forms are read, and the first is written.
///
/// Parsing is lenient about variations that don't change the meaning: case (as RFC 9111 §4.2 requires), the comma,
/// repeated blanks, a one-digit day, and `UTC` for `GMT`. It is strict about everything else: a year has four digits,
/// except in the form of RFC 850 (`06-Nov-94`), whose year is the nearest that isn't over 50 years ahead. Hours,
/// minutes, and seconds have two digits. No other time zone is accepted.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longDays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: The current time. A two-digit year is at most 50 years ahead of it.
  static func date(of text: String, now: Date = Date()) -> Date? {
    // NB: a date has about 30 characters, and a server may send any number.
    guard text.utf8.count <= 256, let rest = afterDay(text) else { return nil }
    let words = rest.split { $0 == 0x20 || $0 == 0x09 }
    switch words.count {
    case 5 where isZone(words[4]):
      return number(words[2], 4...4).flatMap { date($0, words[1], words[0], words[3]) }
    case 3 where isZone(words[2]):
      let parts = words[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 3, let year = number(parts[2], 4...4) ?? shortYear(parts[2], now) else { return nil }
      return date(year, parts[1], parts[0], words[1])
    case 4:
      return number(words[3], 4...4).flatMap { date($0, words[0], words[1], words[2]) }
    default:
      return nil
    }
  }

  /// Writes `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(of date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.clamped.rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let date = CivilDate(daysSince1970: day)
    let time = seconds - day * 86_400
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
    let weekday = days[((day + 4) % 7 + 7) % 7]
    return "\(weekday), \(date.day.padded(2)) \(months[date.month - 1]) \(date.year.padded(4)) \(clock) GMT"
  }

  /// Returns the text after the name of the day and an optional comma.
  private static func afterDay(_ text: String) -> ArraySlice<UInt8>? {
    let bytes = Array(HTTPToken.trimmed(text).utf8)
    let end = bytes.firstIndex { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") } ?? bytes.endIndex
    let day = String(decoding: bytes[..<end].map(HTTPToken.lowercased), as: UTF8.self)
    guard longDays.contains(where: { $0 == day || day.utf8.count == 3 && $0.hasPrefix(day) }) else { return nil }
    let rest = bytes[end...]
    return rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
  }

  private static func isZone(_ word: ArraySlice<UInt8>) -> Bool {
    let zone = String(decoding: word.map(HTTPToken.lowercased), as: UTF8.self)
    return zone == "gmt" || zone == "utc"
  }

  private static func date(
    _ year: Int,
    _ month: ArraySlice<UInt8>,
    _ day: ArraySlice<UInt8>,
    _ time: ArraySlice<UInt8>
  ) -> Date? {
    let clock = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { number($0, 2...2) }
    let name = String(decoding: month, as: UTF8.self)
    guard
      let month = months.firstIndex(where: { HTTPToken.isSame($0, name) }), let day = number(day, 1...2),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      let date = CivilDate(year: year, month: month + 1, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = Double(date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second)
    // NB: the year 0 isn't written, and neither is a leap second at the end of the last year.
    return seconds == seconds.clamped ? Date(timeIntervalSince1970: seconds) : nil
  }

  private static func shortYear(_ digits: ArraySlice<UInt8>, _ now: Date) -> Int? {
    guard let year = number(digits, 2...2) else { return nil }
    let present = CivilDate(daysSince1970: Int((now.timeIntervalSince1970.clamped / 86_400).rounded(.down))).year
    let candidate = present - present % 100 + year
    return candidate > present + 50 && candidate > 100 ? candidate - 100 : candidate
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ counts: ClosedRange<Int>) -> Int? {
    guard counts.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension Double {
  /// The number, clamped to the range of the calendar.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -62_135_596_800), 253_402_300_799) }
}
