import AbstractHTTP
import AbstractHTTPTesting
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RouteTests {
  @Test(arguments: [
    ("/users/:id", "/users/7", "id=7"),
    ("/users/:id/:part", "/users/7/name?x=/y", "id=7 part=name"),
    ("/users/:id", "/users/a%2Fb%20c", "id=a/b c"),
    ("/users/:id", "/users/%ff", "id=%ff"),
    ("/users/:id", "/users/", "id="),
    ("/日本/:id", "/%E6%97%A5%E6%9C%AC/1", "id=1"),
    ("/files/*", "/files/a/b", ""),
    ("/files/*", "/files/", ""),
    ("/*", "/", ""),
    ("/a", "http://host:80/a?b", ""),
  ])
  func `a pattern fits a path, and names its parts`(pattern: String, target: String, expected: String) async throws {
    let server = try LoopbackServer()
    server.on(.get, pattern) { request in
      .text(request.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " "))
    }

    let response = try await RawClient(port: server.port).exchange("GET \(target) HTTP/1.1\r\n\r\n")

    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(response.hasSuffix("\r\n\r\n\(expected)"))
  }

  @Test(arguments: [
    ("/users/:id", "/users"), ("/users/:id", "/users/7/8"), ("/users", "/users/"), ("/files/*", "/files"),
    ("/a", "/A"), ("/a", "/b"), ("/a", "http://host"), ("/a", "*"),
  ])
  func `a pattern does not fit`(pattern: String, target: String) async throws {
    let server = try LoopbackServer()
    server.on(nil, pattern, .text("never"))

    let response = try await RawClient(port: server.port).exchange("GET \(target) HTTP/1.1\r\n\r\n")

    #expect(response.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
  }

  @Test func `a route added later comes first`() async throws {
    let server = try LoopbackServer()
    server.on(nil, "/*", .text("all")).on(.get, "/a", .text("old")).on(.get, "/a", .text("new"))
    let client = try RawClient(port: server.port)

    let special = await client.exchange("GET /a HTTP/1.1\r\n\r\n")
    let general = await client.exchange("PURGE /a HTTP/1.1\r\n\r\n")

    #expect(special.hasSuffix("\r\n\r\nnew"))
    #expect(general.hasSuffix("\r\n\r\nall"))
  }

  @Test func `replies come in turn, and the last one stays`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(503), .status(502), .text("at last"))
    let client = try RawClient(port: server.port)

    var responses: [String] = []
    for _ in 1...4 { responses.append(await client.exchange("GET / HTTP/1.1\r\n\r\n")) }

    #expect(responses.map { $0.dropFirst(9).prefix(3) } == ["503", "502", "200", "200"])
  }
}
