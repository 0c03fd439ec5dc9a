import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ReplyTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try LoopbackServer()
    client = try RawClient(port: server.port)
  }

  private func text(of reply: Reply) async -> String {
    server.on(.get, "/", reply)
    return await client.exchange("GET / HTTP/1.1\r\n\r\n")
  }

  @Test func `is JSON, or a redirect, or a status alone`() async {
    let json = await text(of: .json(#"{"id": 1}"#, status: 201))
    let encoded = await text(of: .json(encoding: ["a", "b"]))
    let redirect = await text(of: .redirect(to: "/there", status: 307))
    let status = await text(of: .status(204))

    #expect(json == "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"id\": 1}")
    #expect(encoded.hasSuffix("\r\n\r\n[\"a\",\"b\"]"))
    #expect(redirect == "HTTP/1.1 307 Temporary Redirect\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
    #expect(status == "HTTP/1.1 204 No Content\r\n\r\n")
  }

  @Test func `that cannot be encoded is a 500`() async {
    let response = await text(of: .json(encoding: Double.infinity))

    #expect(response.hasPrefix("HTTP/1.1 500 "))
  }

  @Test func `has the headers it was given, several of a name too`() async {
    let reply = Reply.text("a").header("ETag", "1").header("etag", "2").adding(["Set-Cookie": "a", "Set-Cookie": "b"])

    let response = await text(of: reply)

    #expect(response.contains("\r\netag: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n"))
    #expect(!response.contains("ETag"))
  }

  @Test func `to HEAD is the head of that to GET, without a body`() async {
    server.on(.get, "/", .body(["Hel", "lo"]), .chunked(["Hello"]))
    await client.send("HEAD / HTTP/1.1\r\n\r\nHEAD / HTTP/1.1\r\nConnection: close\r\n\r\n")

    let (text, _) = await client.rest()

    #expect(
      text == """
        HTTP/1.1 200 OK\r
        Content-Length: 5\r
        \r
        HTTP/1.1 200 OK\r
        Transfer-Encoding: chunked\r
        Connection: close\r
        \r

        """
    )
  }

  @Test func `comes in chunks, with trailers`() async {
    server.on(.get, "/", .chunked(["Hello, ", "world!"], trailers: ["Count": "2"]))
    await client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")

    let (text, _) = await client.rest()

    #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(text.hasSuffix("\r\n\r\n7\r\nHello, \r\n6\r\nworld!\r\n0\r\nCount: 2\r\n\r\n"))
  }

  @Test func `in chunks goes without them to a client of HTTP/1.0, and ends with the connection`() async {
    server.on(.get, "/", .chunked(["Hello, ", "world!"]))
    await client.send("GET / HTTP/1.0\r\n\r\n")

    let (text, end) = await client.rest()

    #expect(text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello, world!")
    #expect(end == .closed)
  }

  @Test func `waits on a clock before its first byte`() async throws {
    let clock = TestClock()
    server.on(.get, "/", .text("late").delayed(by: .seconds(5), on: clock))
    await client.send("GET / HTTP/1.1\r\n\r\n")
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))
    let response = await client.response()

    #expect(response.hasSuffix("\r\n\r\nlate"))
    #expect(clock.waits == [.seconds(5)])
  }

  @Test func `is waited for no longer when the client has gone`() async throws {
    let (server, clock) = (try LoopbackServer(), TestClock())
    server.on(.get, "/", .text("late").delayed(by: .seconds(5), on: clock))
    var client: RawClient? = try RawClient(port: server.port)
    await client?.send("GET / HTTP/1.1\r\n\r\n")
    try await clock.waitForSleepers(1)

    client = nil
    try await server.waitForClosedConnections(1)

    #expect(clock.sleeperCount == 0)
  }

  @Test func `comes part by part, when a test says so`() async throws {
    let (clock, gate) = (TestClock(), Gate())
    server.on(.get, "/", .body(["one ", .gate(gate), "two ", .delay(.seconds(1), on: clock), "three"]))
    await client.send("GET / HTTP/1.1\r\n\r\n")

    let first = await client.receive(through: "one ")
    gate.open()
    let second = await client.receive(through: "two ")
    try await clock.run(sleeps: 1)
    let third = await client.receive(through: "three")

    #expect(first == "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\none ")
    #expect([second, third] == ["two ", "three"])
  }

  @Test func `may be preceded by an interim response, and followed by the end of the connection`() async throws {
    let gate = Gate()
    let interim: Reply.Part = "HTTP/1.1 103 Early Hints\r\n\r\n"
    server.on(.get, "/", .text("Hello").preceded(by: interim).followed(by: .gate(gate), .close))
    await client.send("GET / HTTP/1.1\r\n\r\n")

    let first = await client.receive(through: "\r\n\r\n")
    let second = await client.response()
    gate.open()
    let rest = await client.rest()

    #expect(first == "HTTP/1.1 103 Early Hints\r\n\r\n")
    #expect(second.hasPrefix("HTTP/1.1 200 OK\r\n") && !second.contains("Connection"))
    #expect(rest.text.isEmpty && rest.end == .closed)
  }

  @Test func `is preceded first by what was put before it last`() async {
    server.on(.get, "/", .raw(["3"]).preceded(by: "2").preceded(by: "1").followed(by: "4").followed(by: "5", .close))
    await client.send("GET / HTTP/1.1\r\n\r\n")

    #expect(await client.rest().text == "12345")
  }

  @Test func `may be any bytes, and the connection lives on`() async {
    let first = await text(of: .raw(["HTTP/1.1 200\r\nContent-Length: 0\r\n", "\r\n"]))
    let second = await text(of: .text("still here"))

    #expect(first == "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n")
    #expect(second.hasSuffix("still here"))
  }

  @Test func `can wait for whatever a closure waits for, also where that fails`() async {
    let response = await text(of: .text("on").preceded(by: .pause { throw CancellationError() }))

    #expect(response.hasSuffix("\r\n\r\non"))
  }
}
