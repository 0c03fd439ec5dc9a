@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// `Retry-After`, one a line, after a `Date` (RFC 9110 §10.2.3), and the dates of HTTP.
  static let retryAfter = FuzzTarget(
    "retry-after",
    seeds: [
      "Sun, 06 Nov 1994 08:49:37 GMT\n120", "\nSunday, 06-Nov-94 08:49:37 GMT", "x\nSun Nov  6 08:49:37 1994",
      "Sun, 06 Nov 1994 08:49:37 GMT\nFri, 31 Dec 9999 23:59:60 GMT\n0", "\n99999999999999999999\n-1\n1.5\n",
    ]
  ) { input throws(Broken) in
    let (first, rest) = input.firstLineAndRest
    var headers: HTTPHeaders = ["Date": first.text]
    for line in rest.split(separator: UInt8(ascii: "\n")) { headers.append(Array(line).text, for: "Retry-After") }
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let wait = Response(statusCode: 503, headers: headers).retryAfter { now }
    if let wait {
      let seconds = wait / .seconds(1)
      try expect(seconds.isFinite && abs(seconds) < 1e12, "the wait is \(wait)")
    }
    guard let date = HTTPDate.date(of: first.text, now: now) else { return }
    let again = HTTPDate.date(of: HTTPDate.text(of: date), now: now)
    try expect(again == date, "\(date) is read again as \(again.map { "\($0)" } ?? "nothing")")
  }
}
