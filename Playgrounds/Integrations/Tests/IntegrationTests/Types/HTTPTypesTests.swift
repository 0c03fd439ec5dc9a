import AbstractHTTP
import AbstractHTTPTypes
import Foundation
import HTTPTypes
import Testing

struct HTTPTypesTests {
  private let headers: HTTPHeaders = ["X-One": "1", "accept": "a/b", "X-One": "2", "Set-Cookie": "a=ü"]

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(arguments: ["http://h.test/", "https://h.test:8443/a%20b/c?q=1&q=2", "http://[::1]:80/", "http://h.test/?"])
  func `a request survives there and back`(address: String) throws {
    let request = Request(url: try url(address), httpMethod: HTTPMethod("PURGE"), headers: headers)

    let back = try Request(HTTPRequest(request))

    #expect(back == request)
    #expect(back.headers.map(\.name) == headers.map(\.name))
  }

  @Test func `a head survives there and back`() throws {
    let head = HTTPRequest(
      method: .patch,
      scheme: "https",
      authority: "h.test",
      path: "/a?b=c",
      headerFields: [.accept: "a/b", .cookie: "c=1"]
    )

    #expect(try HTTPRequest(Request(head)) == head)
  }

  @Test func `a request loses its body, its user, and its fragment, and names the type of its body`() throws {
    let body = RequestBody(Data("{}".utf8), contentType: "application/json")
    let request = Request(url: try url("http://ada:pw@h.test/a#part"), httpMethod: .post, body: body)

    let head = try HTTPRequest(request)
    let back = try Request(head, body: body)

    #expect(back.url.absoluteString == "http://h.test/a")
    #expect(back.headers["Content-Type"] == "application/json" && back.body == body)
  }

  @Test func `what can't be a head is an error`() throws {
    #expect(throws: InvalidRequest.self) {
      try HTTPRequest(Request(url: url("http://h.test"), httpMethod: .init("A B")))
    }
    #expect(throws: InvalidRequest.self) {
      try HTTPRequest(Request(url: url("http://h.test"), headers: ["X": "a\r\nY: b"]))
    }
    for address in ["/a", "file:///a", "http:///a"] {
      #expect(throws: UnconvertibleHead.url) { try HTTPRequest(Request(url: url(address))) }
    }
  }

  @Test func `a head without a URL is an error`() {
    let connect = HTTPRequest(method: .connect, scheme: nil, authority: "h.test:443", path: nil)
    let options = HTTPRequest(method: .options, scheme: "http", authority: "h.test", path: "*")

    for head in [connect, options] { #expect(throws: UnconvertibleHead.target) { try Request(head) } }
  }

  @Test func `a response survives there and back`() throws {
    let response = Response(statusCode: 299, headers: headers, data: Data("body".utf8), url: try url("http://h.test/"))

    let back = Response(try HTTPResponse(response), data: response.data, url: response.url)

    #expect(back == response)
  }

  @Test(arguments: [-1, 1_000, Int.max])
  func `a status that isn't one is an error`(status: Int) {
    #expect(throws: UnconvertibleHead.status(status)) { try HTTPResponse(Response(statusCode: status)) }
  }

  @Test func `a value that isn't UTF-8 is read as ISO 8859-1`() {
    let fields = HTTPFields([HTTPField(name: .server, value: [0x66, 0xFC, 0x72])])

    #expect(HTTPHeaders(fields)["Server"] == "für")
  }
}
