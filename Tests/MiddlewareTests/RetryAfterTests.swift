import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RetryAfterTests {
  private static let noon = "Sat, 21 Nov 2026 12:00:00 GMT"

  @Test(arguments: [
    ("0", 0), ("120", 120), ("007", 7), ("99999999999999999999999", 3_155_760_000),
    ("Sat, 21 Nov 2026 12:02:00 GMT", 120), ("Saturday, 21-Nov-26 12:02:00 GMT", 120),
    ("Sat Nov 21 12:02:00 2026", 120), ("Sat, 21 Nov 2026 11:00:00 GMT", 0),
  ])
  func `both forms say how long to wait`(text: String, seconds: Int) {
    let response = Response(statusCode: 503, headers: ["Retry-After": text, "Date": Self.noon])

    #expect(response.retryAfter { .distantPast } == .seconds(seconds))
  }

  @Test func `a moment is counted from now where the server does not say what time it is`() throws {
    let response = Response(headers: ["Retry-After": "Sat, 21 Nov 2026 12:02:00 GMT", "Date": "today"])
    let noon = try #require(HTTPDate.date(of: Self.noon))

    #expect(response.retryAfter { noon } == .seconds(120))
  }

  @Test(arguments: ["", "soon", "-1", "1.5", "+5", "٣", "Sat, 31 Nov 2026 12:00:00 GMT", "120 s"])
  func `what cannot be read asks for nothing`(text: String) {
    #expect(Response(headers: ["Retry-After": text]).retryAfter { .distantPast } == nil)
  }

  @Test func `of several the longest counts, and of none nothing`() {
    let headers: HTTPHeaders = ["Retry-After": "5", "retry-after": "7", "Retry-After": "soon"]

    #expect(Response(headers: headers).retryAfter { .distantPast } == .seconds(7))
    #expect(Response().retryAfter { .distantPast } == nil)
  }
}
