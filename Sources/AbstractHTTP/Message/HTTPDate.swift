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
    let (year, month, dayOfMonth) = civil(day)
    let time = seconds - day * 86_400
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
    let weekday = days[((day + 4) % 7 + 7) % 7]
    return "\(weekday), \(padded(dayOfMonth, 2)) \(months[month - 1]) \(padded(year, 4)) \(clock) GMT"
  }

  private static func date(_ year: Int, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.utf8.count == 2 ? number($0) : nil
    }
    guard
      let month = months.firstIndex(of: String(month)), let day = number(day), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      day >= 1, hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.days(year, month + 1, day)
    guard civil(days) == (year, month + 1, day) else { return nil }
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static func year(_ digits: Substring, _ now: Date) -> Int? {
    guard let year = number(digits) else { return nil }
    guard digits.utf8.count == 2 else { return digits.utf8.count == 4 ? year : nil }
    let present = civil(Int((now.timeIntervalSince1970.clamped / 86_400).rounded(.down))).0
    let candidate = present - present % 100 + year
    return candidate > present + 50 ? candidate - 100 : candidate
  }

  private static func number(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }

  /// The days from 1970-01-01 to a day of the Gregorian calendar, counting from March, so that the leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the Gregorian calendar that lies so many days after 1970-01-01.
  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted + (shifted < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Double {
  /// The number within what a calendar can hold.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -62_135_596_800), 253_402_300_799) }
}
