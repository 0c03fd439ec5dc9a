import Foundation

/// Parses the dates of cookies in all forms that servers write (RFC 6265bis §5.1.1).
enum CookieDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  static func date(of bytes: ArraySlice<UInt8>) -> Date? {
    var time: Int?
    var (day, month, year): (Int?, Int?, Int?)
    for word in bytes.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(word) {
        time = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found.value
      } else if month == nil, let found = months.firstIndex(where: { CookieBytes.begins(word, with: $0) }) {
        month = found + 1
      } else if year == nil, let found = number(word, digits: 2...4)?.value {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let time, let day, let month, let year, year >= 1601 else { return nil }
    guard let date = CivilDate(year: year, month: month, day: day), time >= 0 else { return nil }
    return Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + time))
  }

  /// Returns the seconds since midnight, or -1 if the word looks like a time but isn't valid.
  private static func time(_ word: ArraySlice<UInt8>) -> Int? {
    let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = parts.map { number($0, digits: 1...2) }
    guard let hour = numbers[0], let minute = numbers[1], let second = numbers[2]?.value else { return nil }
    // Only the last of the three numbers may be followed by other characters.
    guard hour.isWhole, minute.isWhole else { return nil }
    guard hour.value < 24, minute.value < 60, second < 60 else { return -1 }
    return hour.value * 3_600 + minute.value * 60 + second
  }

  /// Returns the number at the start of a word, if it has that many digits, and whether it is the whole word.
  private static func number(_ word: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> (value: Int, isWhole: Bool)? {
    let prefix = word.prefix(while: CookieBytes.isDigit)
    guard digits.contains(prefix.count) else { return nil }
    return (prefix.reduce(0) { $0 * 10 + Int($1 - 0x30) }, prefix.count == word.count)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
