import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
  @Test func `answers what its routes say`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/hello") { request in .text("Hello, \(request.query["name"] ?? "you")!") }
    let client = try RawClient(port: server.port)

    let response = await client.exchange("GET /hello?name=Ada HTTP/1.1\r\nHost: x\r\n\r\n")

    #expect(
      response == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 11\r\n\r\nHello, Ada!"
    )
  }

  @Test func `answers 404 where there is no route, and 405 where there is one for another method`() async throws {
    let server = try LoopbackServer()
    server.on(.put, "/a", .text("put")).on(.get, "/a", .text("get"))
    let client = try RawClient(port: server.port)

    let missing = await client.exchange("GET /b HTTP/1.1\r\n\r\n")
    let refused = await client.exchange("DELETE /a HTTP/1.1\r\n\r\n")

    #expect(missing.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(refused.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, PUT\r\n"))
  }

  @Test func `awaits an async handler, whose reply is sent as any other`() async throws {
    let (server, gate) = (try LoopbackServer(), Gate())
    server.serve(.get, "/:name") { request in
      try? await gate.wait()
      return .chunked(["Hello, ", .text(request.parameters["name"] ?? ""), "!"]).followed(by: .close)
    }
    let call = HTTP(server.url("/ada")).fetchString()
    try await server.waitForRequests(1)

    gate.open()
    let head = try await HTTP(server.url("/ada")).httpMethod(.head).fetchResponse().value

    #expect(try await call.value == "Hello, ada!")
    #expect(head.statusCode == 200 && head.data.isEmpty)
  }

  @Test func `cancels an async handler whose client has gone`() async throws {
    let (server, cancelled) = (try LoopbackServer(), Gate())
    server.serve(.get, "/") { _ in
      do { try await Gate().wait() } catch { cancelled.open() }
      return .status(204)
    }
    let call = HTTP(server.url("/")).fetchString()
    try await server.waitForRequests(1)

    call.cancel()

    try await cancelled.wait()
  }

  @Test func `keeps a connection alive, and counts it once`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("a"), .text("b"))
    let client = try RawClient(port: server.port)

    let first = await client.exchange("GET / HTTP/1.1\r\n\r\n")
    let second = await client.exchange("GET / HTTP/1.1\r\n\r\n")

    #expect(first.hasSuffix("\r\n\r\na"))
    #expect(second.hasSuffix("\r\n\r\nb"))
    #expect(server.acceptedConnections == 1)
    #expect(server.requests.map(\.connection) == [1, 1])
  }
}
