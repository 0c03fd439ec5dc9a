import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ReceivedRequestTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/*") { request in .text(request.text) }
    client = try RawClient(port: server.port)
  }

  @Test func `is recorded as it came`() async throws {
    let text =
      "PATCH /a%20b?x=1&x=2&flag HTTP/1.1\r\nHost: h\r\nx-many: 1\r\nX-Many:  2 \r\nContent-Length: 4\r\n\r\nbody"

    _ = await client.exchange(text)

    let request = try #require(server.requests.first)
    #expect(request.method == .patch)
    #expect(request.target == "/a%20b?x=1&x=2&flag")
    #expect(request.path == "/a b")
    #expect(request.query == ["x": "1", "x": "2", "flag": nil])
    #expect(request.headers.values(for: "X-MANY") == ["1", "2"])
    #expect(request.body == Data("body".utf8))
    #expect(request.connection == 1)
  }

  @Test func `has a body that came in chunks, and its trailers`() async throws {
    await client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;note=1\r\nHello\r\n")
    await client.send("00A\r\n, \r\nworld!\r\n0\r\nChecksum: 7\r\n\r\n")

    let response = await client.response()

    #expect(response.hasSuffix("\r\n\r\nHello, \r\nworld!"))
    #expect(server.requests.first?.trailers == ["Checksum": "7"])
  }

  @Test func `has a large body`() async throws {
    let body = [UInt8](repeating: 0x61, count: 8 << 20)

    await client.send("PUT / HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n")
    await client.send(body)
    let response = await client.response()

    #expect(response.utf8.count > body.count)
    #expect(server.requests.first?.body.count == body.count)
  }

  @Test func `is asked for its body where it waits for that`() async throws {
    await client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")

    let interim = await client.receive(through: "\r\n\r\n")
    let final = await client.exchange("body")

    #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(final.hasSuffix("\r\n\r\nbody"))
  }

  @Test func `is not asked for a body that has come already, or that it does not have`() async throws {
    let withBody = await client.exchange("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody")
    let without = await client.exchange("POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")

    #expect(withBody.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(without.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func `may come with others in one piece, and they are answered in order`() async throws {
    let gate = Gate()
    server.on(.get, "/slow", .text("slow").held(at: gate))
    await client.send(
      "GET /slow HTTP/1.1\r\n\r\nPOST /a HTTP/1.1\r\nContent-Length: 1\r\n\r\n1\r\nGET /c HTTP/1.1\r\n\r\n"
    )
    try await server.waitForRequests(1)

    gate.open()
    let responses = [await client.response(), await client.response(), await client.response()]

    #expect(responses.map { String(decoding: $0.utf8.suffix(4), as: UTF8.self) } == ["slow", "\n\r\n1", "\r\n\r\n"])
    #expect(server.requests.map(\.path) == ["/slow", "/a", "/c"])
  }

  @Test(arguments: [
    ("HTTP/1.1\r\nConnection: close", true), ("HTTP/1.1\r\nConnection: keep-alive", false),
    ("HTTP/1.0", true), ("HTTP/1.0\r\nConnection: Keep-Alive", false),
  ])
  func `says whether its connection is to be closed`(head: String, closes: Bool) async throws {
    let response = await client.exchange("GET / \(head)\r\n\r\n")

    #expect(response.contains("Connection: close\r\n") == closes)
    if closes { #expect(await client.rest().end == .closed) }
  }

  @Test func `is answered also where the client says no more after it`() async throws {
    server.on(.get, "/large", .data(Data(repeating: 0x61, count: 4 << 20)))
    await client.send("GET /large HTTP/1.1\r\n\r\n")
    client.finishSending()

    let (text, end) = await client.rest()

    #expect(text.utf8.count > 4 << 20)
    #expect(end == .closed)
  }
}
