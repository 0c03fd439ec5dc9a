/// A day in the Gregorian calendar, extended to earlier times.
///
/// Years are counted in eras of 400 years that begin on the first of March, so that a leap day is the last day of its
/// year.
struct CivilDate: Hashable {
  let year: Int
  let month: Int
  let day: Int

  /// Creates the day that is a number of days after 1970-01-01.
  init(daysSince1970 count: Int) {
    let days = count + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted + (shifted < 10 ? 3 : -9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates the day with a year, a month, and a day; `nil` if there is no such day.
  init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    guard Self(daysSince1970: daysSince1970) == self else { return nil }
  }

  /// The number of days after 1970-01-01.
  var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int {
  /// Returns the decimal digits, padded with zeros.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(width - digits.utf8.count, 0)) + digits
  }
}
