import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct BadClientTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/*", .text("never"))
    client = try RawClient(port: server.port)
  }

  @Test(arguments: [
    ("\u{0}\u{1}\u{2}\r\n\r\n", 400), ("GET\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1 \r\n\r\n", 400), ("G(T / HTTP/1.1\r\n\r\n", 400), (" / HTTP/1.1\r\n\r\n", 400),
    ("GET /\u{7F} HTTP/1.1\r\n\r\n", 400), ("GET / FTP/1.1\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505),
    ("GET / HTTP/1.1\r\nNo colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: value\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nName : value\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: 1\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: 1\nB: 2\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: a\rb\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: five\r\n\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffffffff\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nNo colon\r\n\r\n", 400),
  ])
  func `is refused`(text: String, status: Int) async {
    await client.send(text)
    client.finishSending()

    let (response, end) = await client.rest()

    #expect(response == "HTTP/1.1 \(status) Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(end == .closed)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nLong: ", "x"), ("", "x"),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "1"),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: 1\r\n"),
  ])
  func `is refused where its head has no end in sight`(start: String, filling: String) async {
    await client.send(start + String(repeating: filling, count: 70_000))

    let response = await client.response()

    #expect(response.hasPrefix("HTTP/1.1 431 "))
  }

  @Test func `hears why it is refused, also while it still sends`() async {
    await client.send("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n")

    let isTaken = await client.send([UInt8](repeating: 0x61, count: 64 << 20))
    let response = await client.response()

    #expect(isTaken)
    #expect(response.hasPrefix("HTTP/1.1 413 "))
    #expect(await client.rest().end == .closed)
  }

  @Test(arguments: ["", "\r\n", "GET", "GET / HTTP/1.1\r\nA", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nbody"])
  func `may go in the midst of a request`(text: String) async throws {
    await client.send(text)
    client.finishSending()

    let (response, end) = await client.rest()

    #expect(response.isEmpty && end == .closed)
    try await server.waitForClosedConnections(1)
    #expect(server.requestCount == 0)
  }

  @Test func `may send noise, and the next one is served`() async throws {
    var random = SystemRandomNumberGenerator()
    for _ in 1...50 {
      let noisy = try RawClient(port: server.port)
      await noisy.send((0..<Int.random(in: 1...5_000, using: &random)).map { _ in UInt8.random(in: 0...255) })
      noisy.finishSending()
      _ = await noisy.rest()
    }

    let response = await client.exchange("GET / HTTP/1.1\r\n\r\n")

    #expect(response.hasSuffix("never"))
  }
}
