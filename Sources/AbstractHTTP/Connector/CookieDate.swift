import Foundation

/// Reads the dates of cookies, in whatever form servers write them (RFC 6265 §5.1.1).
enum CookieDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  static func date(of text: String) -> Date? {
    var time: [Int]?
    var (day, month, year): (Int?, Int?, Int?)
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      let word = String(decoding: token, as: UTF8.self).lowercased()
      if time == nil, let found = self.time(word) {
        time = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(where: word.hasPrefix) {
        month = found + 1
      } else if year == nil, let found = number(word, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let time, let day, let month, let year, year >= 1601, (1...31).contains(day) else { return nil }
    return date(year, month, day, time)
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: [Int]) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      year: year,
      month: month,
      day: day,
      hour: time[0],
      minute: time[1],
      second: time[2]
    )
    return parts.isValidDate(in: calendar) ? calendar.date(from: parts) : nil
  }

  private static func time(_ word: String) -> [Int]? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = parts.compactMap { number(String($0), digits: 1...2) }
    guard numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return numbers
  }

  /// The number that a word begins with, if it has that many digits.
  private static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
    let prefix = word.utf8.prefix { (0x30...0x39).contains($0) }
    return digits.contains(prefix.count) ? Int(String(decoding: prefix, as: UTF8.self)) : nil
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
