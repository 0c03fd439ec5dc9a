import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct HTTPDateTests {
  private static let day = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "  Sun, 06  Nov 1994 08:49:37 GMT ",
    "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 06 nov 1994 08:49:37 GMT", "SUN, 06 NOV 1994 08:49:37 GMT",
    "sunday, 06-nov-94 08:49:37 gmt", "sun nov  6 08:49:37 1994", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday 6-Nov-94\t08:49:37 utc",
  ])
  func `reads all three forms, and what is near them`(text: String) {
    #expect(HTTPDate.date(of: text, now: Self.day) == Self.day)
  }

  @Test(arguments: [
    "", " ", ",", "0", "-1", "now", "Sun", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun 06 Nov 94 08:49:37 GMT", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT",
    "Sun, 06-Nov-194 08:49:37 GMT",
    "Su, 06 Nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
    "Sun,, 06 Nov 1994 08:49:37 GMT", "Sun, 06, Nov 1994 08:49:37 GMT", "Sun-06-Nov-1994-08:49:37-GMT",
    "Sun, 06 Nov-94 08:49:37 GMT", "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMTX",
    "Sun, 06 Nov 1994 08.49.37 GMT", "Sund, 06 Nov 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 30 Feb 1996 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
    "Sun, 06 Dec 0000 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Sun, 32 Jan 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
    "Sun, 06 Nov 1994 08::37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT",
    "Sun, 06 Nov 199 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov\u{301} 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "Sun, 06 Nov 1994 08:49:37 GMT, Sun",
    "Sun, 06 Nov 1994 08:49:37 GMT\u{0}", "\u{FEFF}",
  ])
  func `reads nothing into what is no date`(text: String) {
    #expect(HTTPDate.date(of: text, now: Self.day) == nil)
  }

  @Test(arguments: [
    ("94", 1994), ("95", 1995), ("00", 1900), ("44", 1944), ("45", 1945), ("43", 1943), ("99", 1999),
  ])
  func `a year of two digits is the one that is at most 50 years ahead`(digits: String, year: Int) {
    let date = HTTPDate.date(of: "Sunday, 01-Mar-\(digits) 00:00:00 GMT", now: Self.day)

    #expect(date.map { HTTPDate.text(of: $0).contains(" \(year) ") } == true)
  }

  @Test(arguments: [("24", 2024), ("73", 2073), ("74", 1974), ("99", 1999), ("00", 2000)])
  func `as seen from another year`(digits: String, year: Int) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let date = HTTPDate.date(of: "Sunday, 01-Mar-\(digits) 00:00:00 GMT", now: now)

    #expect(date.map { HTTPDate.text(of: $0).contains(" \(year) ") } == true)
  }

  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_700_000_000.999, "Tue, 14 Nov 2023 22:13:20 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ] as [(Double, String)]
  )
  func `writes the first form`(seconds: Double, text: String) {
    #expect(HTTPDate.text(of: Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
  func `a date beyond every calendar is written as one within it, and is one to read by`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)

    #expect(HTTPDate.date(of: HTTPDate.text(of: date)) != nil)
    #expect(HTTPDate.date(of: "Sunday, 06-Nov-94 08:49:37 GMT", now: date) != nil)
  }

  @Test(.serialized, arguments: 0..<50)
  func `a written date is read again, to the second`(seed: Int) {
    var random = Generator(seed)
    for _ in 0..<100 {
      let date = Date(timeIntervalSince1970: Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &random)))
      #expect(HTTPDate.date(of: HTTPDate.text(of: date)) == date)
    }
  }

  @Test(.serialized, arguments: 0..<50)
  func `no input breaks it`(seed: Int) {
    var random = Generator(seed)
    let pieces = [
      "Sun", ",", " ", "-", "06", "Nov", "1994", "94", "08:49:37", ":", "GMT", "99", "\u{301}", "é", "+", "0",
    ]
    for _ in 0..<100 {
      let text = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      _ = HTTPDate.date(of: text, now: Date(timeIntervalSince1970: Double.random(in: -1e12...1e12, using: &random)))
    }
  }
}
