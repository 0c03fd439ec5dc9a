import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONDatesTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01 00:00:00Z", 0),
    ("1969-12-31T23:59:59Z", -1),
    ("2026-01-31T09:30:00Z", 1_769_851_800), ("2026-01-31T09:30:00.25Z", 1_769_851_800.25),
    ("2026-01-31T18:30:00+09:00", 1_769_851_800),
    ("2026-01-31T18:30:00+0900", 1_769_851_800), ("2026-01-31T04:00:00-05:30", 1_769_851_800),
    ("2024-02-29T00:00:00Z", 1_709_164_800),
    ("2000-02-29T00:00:00Z", 951_782_400), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("1900-03-01T00:00:00Z", -2_203_891_200),
    ("1970-01-01T00:00:00.123456789012345678901234567890Z", 0.123456789012345678),
  ])
  func `reads a date in ISO 8601`(text: String, seconds: Double) throws {
    let date = try #require(JSON(text).date)

    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2026", "2026-01-31", "2026-01-31T09:30:00", "2026-01-31T09:30Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-31T24:00:00Z",
    "2026-01-31T09:60:00Z", "2026-01-31T09:30:61Z", "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00+24:00",
    "2026-01-31T09:30:00+9:00",
    "2026-01-31T09:30:00Zx", "x2026-01-31T09:30:00Z", "2026-01-31T09:30:00+09:60", "１９７０-01-01T00:00:00Z",
    "-2026-01-31T09:30:00Z",
    "1900-02-29T00:00:00Z",
  ])
  func `a value that isn't a date is nil`(text: String) {
    #expect(JSON(text).date == nil)
    #expect(throws: ModelMappingError.invalidValue(type: nil, property: "", path: [], expected: "Date")) {
      try Date.read(json: JSON(text))
    }
  }

  @Test func `a date is by other strategies what they say`() {
    let date = Date(timeIntervalSince1970: 1.5)

    #expect(JSON(1.5).date(.secondsSince1970) == date && JSON(1500).date(.millisecondsSince1970) == date)
    #expect(JSON("x").date(.custom { $0.string == "x" ? date : nil }) == date)
    #expect(
      JSON("1.5").date(.secondsSince1970) == nil && JSON(true).date(.secondsSince1970) == nil && JSON(0).date == nil
    )
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59.500Z"), (1_769_851_800.25, "2026-01-31T09:30:00.250Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (-62_135_596_800, "0001-01-01T00:00:00Z"),
  ])
  func `a date that is set is written in UTC`(seconds: Double, text: String) {
    var json: JSON = 1

    json.date = Date(timeIntervalSince1970: seconds)

    #expect(json == JSON(text))
    #expect(json.date == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [253_402_300_800, 1e300, .infinity, -.infinity, .nan, -1e11])
  func `a date that has no year of four digits is null`(seconds: Double) {
    var json: JSON = 1

    json.date = Date(timeIntervalSince1970: seconds)

    #expect(json == nil)
  }

  @Test(.serialized, arguments: 0..<50)
  func `a date comes back as it was`(seed: Int) {
    var random = Generator(seed)
    let date = Date(timeIntervalSince1970: Double(Int.random(in: -12_000_000_000...250_000_000_000, using: &random)))

    #expect(ISO8601.text(date).flatMap(ISO8601.date) == date)
    #expect(ISO8601.text(date).flatMap { try? Date($0, strategy: .iso8601) } == date)
  }
}
