@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct CookieDateTests {
  @Test(arguments: [
    "Wed, 21 Oct 2015 07:28:00 GMT", "Wednesday, 21-Oct-15 07:28:00 GMT", "Wed Oct 21 07:28:00 2015",
    "21 oct 2015 7:28:0", "2015 OCTOBER 21 07:28:00 PST", "07:28:00:59 21 Oct 2015", "07:28:00x 21st October 2015",
    "21 Oct 2015 07x:28:00 07:28:00", "21 Oct 2015 :: 07:28:00",
  ])
  func `reads what servers write`(text: String) {
    #expect(CookieDate.date(of: Array(text.utf8)[...]) == Date(timeIntervalSince1970: 1_445_412_480))
  }

  @Test(arguments: [("69", 2069), ("70", 1970), ("99", 1999), ("00", 2000), ("1601", 1601)])
  func `reads years of two digits`(year: String, full: Int) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt

    let date = CookieDate.date(of: Array("01 Jan \(year) 00:00:00 GMT".utf8)[...])

    #expect(date.map { calendar.component(.year, from: $0) } == full)
  }

  @Test(arguments: [
    "", "tomorrow", "Wed, 21 Oct 2015", "Wed, 32 Oct 2015 07:28:00", "Wed, 31 Feb 2015 07:28:00",
    "Wed, 21 Oct 2015 24:00:00", "Wed, 21 Oct 2015 07:60:00", "Wed, 21 Oct 1600 07:28:00", "07:28:00 GMT", "::",
    "21 Oct 99999999999999999999 07:28:00", "21 Oct 2015 07:28:001", "21 Oct 2015 99:00:00 07:28:00",
    "21 Oct\u{301} 20\u{301}15", "\u{301}", "0 Oct 2015 07:28:00",
  ])
  func `reads nothing into what is no date`(text: String) {
    #expect(CookieDate.date(of: Array(text.utf8)[...]) == nil)
  }
}
