import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

// One after the other, since each case runs a server and a process.
@Suite(.serialized) struct CurlCommandTests {
  @Test func `a plain request is a plain command`() throws {
    #expect(
      Request(url: try URL(http: "http://h.test/a?b=c")).curl() == "curl --compressed \\\n  'http://h.test/a?b=c'"
    )
  }

  @Test func `an apostrophe ends no quotation`() throws {
    let request = Request(
      url: try URL(http: "http://h.test/"),
      httpMethod: .post,
      headers: ["Accept-Encoding": "identity", "X-A": "it's", "X-B": ""],
      body: RequestBody(Data("{'a'}".utf8), contentType: "application/json")
    )

    #expect(
      request.curl() == #"""
        curl \
          -X POST \
          -H 'Accept-Encoding: identity' \
          -H 'X-A: it'\''s' \
          -H 'X-B;' \
          -H 'Content-Type: application/json' \
          --data-raw '{'\''a'\''}' \
          'http://h.test/'
        """#
    )
  }

  private func secretive(_ body: String, _ type: String) throws -> Request {
    var request = Request(
      url: try URL(http: "http://ada:s3cret@h.test/?access_token=s3cret&page=1"),
      httpMethod: .post,
      headers: ["Authorization": "Bearer s3cret", "X-Odd": "s3cret"],
      body: RequestBody(Data(body.utf8), contentType: type)
    )
    request.addConfidential(["X-Odd"])
    return request
  }

  @Test(arguments: [
    (#"{"password":"s3cret","name":"Ada"}"#, "application/json", #"{"password":"***","name":"Ada"}"#),
    ("password=s3cret&name=Ada", "application/x-www-form-urlencoded", "password=***&name=Ada"),
    ("s3cret", "text/plain", "(6 bytes)"), ("s3\0cret", "application/json", "(7 bytes)"),
  ])
  func `masks secrets unless they are asked for`(body: String, type: String, shown: String) throws {
    let request = try secretive(body, type)

    for text in [request.curl(), String(reflecting: request)] {
      #expect(!text.contains("cret"))
      #expect(text.contains("'http://h.test/?access_token=***&page=1'"))
      #expect(text.contains("-H 'Authorization: ***'") && text.contains("-H 'X-Odd: ***'"))
      #expect(text.contains("--data-raw '\(shown)'"))
    }
    #expect(request.curl(showingSecrets: true).contains("-H 'Authorization: Bearer s3cret'"))
  }

  @Test func `leaves out a header that can't be sent, and that curl would take for the name of a file`() throws {
    let request = Request(url: try URL(http: "http://h.test/"), headers: ["@/etc/passwd": "x", "X-A": "a\r\nX-B: b"])

    #expect(!request.curl().contains("-H"))
  }

  private static let bodies: [RequestBody?] = [
    nil, RequestBody(Data()), RequestBody(Data("plain\n'quoted' \\n $HOME `id` %s @x".utf8), contentType: "text/plain"),
    RequestBody(Data("@/etc/passwd".utf8)), RequestBody(Data("日本 é".utf8), contentType: "text/plain; charset=utf-8"),
    RequestBody(Data(0...255), contentType: "application/octet-stream"),
    RequestBody(Data(String(repeating: "é'%\\", count: 40_000).utf8), contentType: "text/plain"),
    RequestBody(segments: [.data(Data("-%d\\101\n\0".utf8)), .data(Data(128...140))], contentType: "x/y"),
  ]

  @Test(.timeLimit(.minutes(2)), .enabled(if: Program.exists("curl")), arguments: [HTTPMethod.post, .put], bodies)
  func `the command sends what the library sends`(method: HTTPMethod, body: RequestBody?) async throws {
    try await compare(method, body, path: "/a%20b/it's?q=$HOME&list%5B%5D=1&r=!x")
  }

  @Test(.timeLimit(.minutes(2)), .enabled(if: Program.exists("curl")), arguments: [HTTPMethod.get, .head, .delete])
  func `the command of a request without a body sends what the library sends`(method: HTTPMethod) async throws {
    try await compare(method, nil, path: "/?a=1;b=2#part")
  }

  @Test(.timeLimit(.minutes(2)), .enabled(if: Program.exists("curl")))
  func `the command sends files, and stretches of them`() async throws {
    let file = try TemporaryFile(Data("0123456789".utf8), named: "it's a file")
    let stretch = BodySegment.file(file.url, range: 3..<7)

    try await compare(.put, RequestBody(file: file.url, contentType: "text/plain"), path: "/")
    try await compare(.put, RequestBody(segments: [.data(Data("a".utf8)), stretch, stretch]), path: "/")
  }

  private func compare(_ method: HTTPMethod, _ body: RequestBody?, path: String) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/*") { _ in .text("ok") }
    let request = Request(
      url: try URL(http: server.url(path)),
      httpMethod: method,
      headers: ["X-Quoted": "it's \"$HOME\" \\ `id` !", "X-Empty": "", "Authorization": "Bearer s3cret"],
      body: body
    )

    _ = try await DefaultHTTPConnector.patient.response(to: request)
    let script = try TemporaryFile(Data((request.curl(showingSecrets: true) + " >/dev/null 2>&1").utf8))
    let status = try await Program.run("sh", [script.url.path])

    let received = server.requests
    #expect(status == 0)
    try #require(received.count == 2)
    #expect(received[1].method == received[0].method)
    #expect(received[1].target == received[0].target)
    #expect(received[1].body == received[0].body)
    for name in ["X-Quoted", "X-Empty", "Authorization", "Content-Type"] {
      #expect(received[1].headers[name] == received[0].headers[name])
    }
    #expect(received[1].headers["Accept-Encoding"]?.contains("gzip") == true)
  }
}
