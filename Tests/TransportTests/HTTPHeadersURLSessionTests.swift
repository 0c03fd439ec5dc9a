@testable import AbstractHTTP
import Testing
@testable import TestSupport

struct HTTPHeadersURLSessionTests {
  @Test func `takes a dictionary, by name`() {
    let headers = HTTPHeaders(["B": "2", "A": 1, 3: "not a name"] as [AnyHashable: Any])

    #expect(headers.map(\.name) == ["A", "B"])
    #expect(headers["A"] == "1")
  }

  @Test(arguments: [
    ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]), ("a=1,b=2", ["a=1", "b=2"]), ("a=x,y; Path=/", ["a=x,y; Path=/"]),
    (
      "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT, b=2; Path=/",
      ["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Path=/"]
    ), ("", [""]),
  ])
  func `takes joined cookies apart`(joined: String, cookies: [String]) {
    #expect(HTTPHeaders.cookies(in: joined) == cookies)
  }
}
