import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct ResponseTests {
  @Test func `a canned response is an empty 200`() {
    let response = Response()

    #expect(response.statusCode == 200)
    #expect(response.headers.isEmpty)
    #expect(response.data.isEmpty)
    #expect(response.request == nil)
  }

  @Test func `prints its status, type and size, and never its body or its cookies`() {
    let response = Response(
      statusCode: 201,
      headers: ["Set-Cookie": "s3cret", "content-type": "text/html"],
      data: Data("s3cret".utf8)
    )

    #expect("\(response)" == "201 text/html (6 bytes)")
    #expect("\(Response())" == "200 (0 bytes)")
  }
}
