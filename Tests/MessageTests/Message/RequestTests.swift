import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RequestTests {
  private let url = URL(filePath: "/")

  @Test func `a value that got into a header's name is not repeated`() throws {
    let name = "Authorization: Bearer s3cret"
    let request = Request(url: try URL(http: "http://h.test/"), headers: [name: ""])

    let error = #expect(throws: InvalidRequest.self) { try request.validate() }

    #expect(error == .headerName(name))
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test func `an ordinary request can be sent`() throws {
    let request = Request(
      url: url,
      httpMethod: HTTPMethod("PURGE"),
      headers: ["X-A": "", "x": "日本\tb"],
      body: RequestBody(Data(), contentType: "text/plain; charset=utf-8")
    )

    try request.validate()
  }

  @Test(arguments: ["", " ", "GE T", "GET\r\n", "GET\0", "GET /x HTTP/1.1\r\nX: y", "日本", "GET:"])
  func `a method that is no token cannot be sent`(method: String) {
    let request = Request(url: url, httpMethod: HTTPMethod(method))

    #expect(throws: InvalidRequest.method(HTTPMethod(method))) { try request.validate() }
  }

  @Test(arguments: ["", " ", "X Y", "X:", "X\r", "X\n", "X\0", "日本", " X", "X\u{7F}"])
  func `a header name that is no token cannot be sent`(name: String) {
    let request = Request(url: url, headers: ["Fine": "1", name: "1"])

    #expect(throws: InvalidRequest.headerName(name)) { try request.validate() }
  }

  @Test(arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b", "a\u{1B}b", "a\u{7F}"])
  func `a header value with a control character cannot be sent`(value: String) {
    let request = Request(url: url, headers: ["Fine": "1", "X": value])
    let typed = Request(url: url, body: RequestBody(Data(), contentType: value))

    #expect(throws: InvalidRequest.headerValue(name: "X")) { try request.validate() }
    #expect(throws: InvalidRequest.headerValue(name: "Content-Type")) { try typed.validate() }
  }

  @Test func `an error never repeats a header's value, nor prints control characters`() {
    #expect("\(InvalidRequest.headerValue(name: "X"))" == "the value of the header X has a control character in it")
    #expect("\(InvalidRequest.headerName("a\r\nb"))" == #"the header name "a\r\nb" is not a token"#)
    #expect("\(InvalidRequest.method(HTTPMethod("a\nb")))" == #"the method "a\nb" is not a token"#)
  }

  @Test func `prints its method and its address without secrets`() throws {
    let url = try URL(http: "https://ada:pw@h.test/p?token=s3cret&q=1")

    #expect("\(Request(url: url, httpMethod: .patch))" == "PATCH https://h.test/p?token=***&q=1")
  }

  @Test func `its address can be logged without a user, a password, and secret parameters`() throws {
    let url = try URL(http: "https://ada:pw@h.test/p?token=s3cret&q=1#access_token=s3cret")

    #expect(Request(url: url).redactedURL == "https://h.test/p?token=***&q=1#access_token=***")
  }

  @Test func `the method has its ancestor's name as well`() {
    var request = Request(url: url)

    request.method = .put

    #expect(request.httpMethod == .put && request.method == .put)
  }
}
