import AbstractHTTP
import Testing
@testable import TestSupport

struct HTTPMethodTests {
  @Test(arguments: [
    (HTTPMethod.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.delete, "DELETE"),
    (.connect, "CONNECT"), (.options, "OPTIONS"), (.trace, "TRACE"), (.patch, "PATCH"), (.query, "QUERY"),
  ])
  func `each method of the standards has its token`(method: HTTPMethod, token: String) {
    #expect(method.rawValue == token)
    #expect("\(method)" == token)
  }

  @Test func `any other token makes a method`() {
    let purge = HTTPMethod("PURGE")

    #expect(purge == HTTPMethod(rawValue: "PURGE"))
    #expect(purge != .put)
  }

  @Test func `methods are told apart by case`() {
    #expect(HTTPMethod("get") != .get)
  }
}
