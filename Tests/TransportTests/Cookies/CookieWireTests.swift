import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(5)))
struct CookieWireTests {
  @Test(arguments: TestedEngine.robust)
  func `a value's bytes go back as they came, UTF-8 or not`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let head = "HTTP/1.1 204 No Content\r\nSet-Cookie: a=\u{E9}\r\nSet-Cookie: b="
    server.on(.get, "/set", .raw([.text(head), .data(Data([0xE9, 0xFF])), .text("\r\nSet-Cookie: c=3\r\n\r\n")]))
    server.on(.get, "/") {
      .data(Data(($0.headers["Cookie"] ?? "").unicodeScalars.map { UInt8($0.value) }), type: "a/b")
    }
    let connector = try engine.connector()

    _ = try await connector.response(to: Request(server.url("/set")))
    let sent = try await connector.response(to: Request(server.url())).data

    #expect([UInt8](sent) == Array("a=\u{E9}; b=".utf8) + [0xE9, 0xFF] + Array("; c=3".utf8))
  }

  @Test(arguments: TestedEngine.robust)
  func `a header that was read as ISO 8859-1 is sent on with its bytes`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/a", .raw([.text("HTTP/1.1 204 No Content\r\nX-Name: "), .data(Data([0xE9])), .text("\r\n\r\n")]))
    server.on(.get, "/b") { .text("\($0.headers["X-Name"]?.unicodeScalars.map(\.value) ?? [])") }
    let connector = try engine.connector()

    let first = try await connector.response(to: Request(server.url("/a")))
    let second = try await connector.response(to: Request(server.url("/b"), headers: first.headers))

    #expect(first.headers["X-Name"] == "\u{E9}")
    #expect(try second.text() == "[233]")
  }

  // NB: Foundation's URLSession on Linux loses it with libcurl 8.8.0 and later.
  @Test(
    arguments: TestedEngine.isReference ? TestedEngine.allCases : TestedEngine.robust,
    ["/t?", "/t?#", "/t?#f", "?", "?#", "/t?a=1#", "/t#"]
  )
  func `an empty query is sent as one`(engine: TestedEngine, target: String) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/t") { .text($0.target) }.on(.get, "/") { .text($0.target) }
    let connector = try engine.connector()
    let base = server.baseURL.absoluteString
    let text = (base.hasSuffix("/") ? String(base.dropLast()) : base) + target
    let expected = (target.hasPrefix("/") ? "" : "/") + target.prefix { $0 != "#" }

    let direct = try await connector.response(to: Request(url: try #require(URL(string: text))))
    let encoded = try await connector.response(to: Request(text))

    #expect(try direct.text() == expected)
    #expect(try encoded.text() == expected)
  }
}
