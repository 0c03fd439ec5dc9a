import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
  private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// Those that say something short and end.
  private static let sayings: [(Reply.Fault, String, RawClient.End)] = [
    (.closeBeforeResponse, "", .closed),
    (.resetBeforeResponse, "", .reset),
    (.closeInHead, "HTTP/1.1 20", .closed),
    (.resetInBody, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", .reset),
    (.truncatedBody, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", .closed),
    (.truncatedChunk, chunkedHead + "a\r\n12345", .closed),
    (.malformedChunk, chunkedHead + "xyz\r\n12345\r\n0\r\n\r\n", .closed),
    (.malformedStatusLine, "Good morning!\r\n\r\n", .closed),
    (.malformedHeader, "HTTP/1.1 200 OK\r\nNo colon here\r\nContent-Length: 5\r\n\r\n12345", .closed),
    (.malformedContentLength, "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n12345", .closed),
    (.negativeContentLength, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n12345", .closed),
    (.hugeContentLength, "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n12345", .closed),
  ]

  @Test(arguments: sayings)
  func `says the wrong thing and ends`(fault: Reply.Fault, expected: String, end: RawClient.End) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(fault))
    let client = try RawClient(port: server.port)
    await client.send("GET / HTTP/1.1\r\n\r\n")

    let rest = await client.rest()

    #expect(rest.text == expected)
    #expect(rest.end == end)
  }

  @Test func `never answers, and notices that the client has gone`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    var client: RawClient? = try RawClient(port: server.port)
    await client?.send("GET / HTTP/1.1\r\n\r\n")
    try await server.waitForRequests(1)

    #expect(server.openConnections == 1)
    client = nil

    try await server.waitForClosedConnections(1)
    #expect(server.openConnections == 0)
  }

  @Test func `sends a huge head`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.hugeHead))
    let client = try RawClient(port: server.port)
    await client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")

    let rest = await client.rest()

    #expect(rest.text.utf8.count > 1 << 24)
    #expect(rest.text.hasSuffix("\r\n\r\n12345"))
  }

  @Test func `sends an endless head, while others are served, until the client has gone`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.endlessHead)).on(.get, "/other", .text("fine"))
    var client: RawClient? = try RawClient(port: server.port)
    await client?.send("GET / HTTP/1.1\r\n\r\n")

    let head = await client?.receive(20 << 20)
    let other = try await RawClient(port: server.port).exchange("GET /other HTTP/1.1\r\n\r\n")
    client = nil

    #expect(head?.utf8.count == 20 << 20)
    #expect(Set(head?.split(separator: "\r\n").dropLast() ?? []) == ["HTTP/1.1 200 OK", "X-Endless: true"])
    #expect(other.hasSuffix("fine"))
    try await server.waitForClosedConnections(2)
  }

  @Test func `a connection that was kept alive is closed or reset when the server says so`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("Hello"))
    var ends: [RawClient.End?] = []

    for resetting in [false, true] {
      let client = try RawClient(port: server.port)
      _ = await client.exchange("GET / HTTP/1.1\r\n\r\n")
      server.disconnect(resetting: resetting)
      ends.append(await client.rest().end)
    }

    #expect(ends == [.closed, .reset])
    let again = try await RawClient(port: server.port).exchange("GET / HTTP/1.1\r\n\r\n")
    #expect(again.hasSuffix("Hello"))
  }

  @Test func `every byte of a response can be its last`() async throws {
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345"
    let server = try LoopbackServer()
    server.on(.get, "/:count") { request in
      let count = request.parameters["count"].flatMap { Int($0) } ?? 0
      return .raw([.text(String(response.prefix(count))), .close])
    }

    for count in 0...response.count {
      let client = try RawClient(port: server.port)
      await client.send("GET /\(count) HTTP/1.1\r\n\r\n")
      let rest = await client.rest()
      #expect(rest.text == response.prefix(count) && rest.end == .closed)
    }
  }
}
