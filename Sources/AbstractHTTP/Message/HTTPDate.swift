import Foundation

/// The dates of HTTP's own headers (RFC 9110 §5.6.7): read in all three forms, written in the first.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: Says which century a year of two digits means: the one that is not over 50 years ahead.
  static func date(of text: String, now: Date = Date()) -> Date? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    switch words.count {
    case 6 where words[5] == "GMT":
      guard let year = year(words[3], now) else { return nil }
      return date(year, words[2], words[1], words[4])
    case 5:
      guard words[4].utf8.count == 4, let year = number(words[4]) else { return nil }
      return date(year, words[1], words[2], words[3])
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

  private static func date(_ year: Int, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.utf8.count == 2 ? number($0) : nil
    }
    guard
      let month = months.firstIndex(of: String(month)), let day = number(day), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      let date = CivilDate(year: year, month: month + 1, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    return Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static func year(_ digits: Substring, _ now: Date) -> Int? {
    guard let year = number(digits) else { return nil }
    guard digits.utf8.count == 2 else { return digits.utf8.count == 4 ? year : nil }
    let present = CivilDate(daysSince1970: Int((now.timeIntervalSince1970.clamped / 86_400).rounded(.down))).year
    let candidate = present - present % 100 + year
    return candidate > present + 50 ? candidate - 100 : candidate
  }

  private static func number(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}

extension Double {
  /// The number within what a calendar can hold.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -62_135_596_800), 253_402_300_799) }
}
