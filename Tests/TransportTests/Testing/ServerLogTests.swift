import AbstractHTTP
import Testing

@testable import AbstractHTTPTesting
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ServerLogTests {
  @Test func `waiting for requests ends when they have come, answered or not`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/*", .fault(.silence))
    let waiting = Task { try await server.waitForRequests(2).map(\.path) }
    let clients = [try RawClient(port: server.port), try RawClient(port: server.port)]

    await clients[0].send("GET /a HTTP/1.1\r\n\r\n")
    try await server.waitForRequests(1)
    await clients[1].send("GET /b HTTP/1.1\r\n\r\n")

    #expect(try await waiting.value == ["/a", "/b"])
    try await server.waitForConnections(2)
  }

  @Test func `waiting ends with an error when the server stops`() async throws {
    let server = try LoopbackServer()
    let waiting = Task { try await server.waitForRequests(1) }

    server.stop()

    await #expect(throws: LoopbackServer.Stopped.self) { try await waiting.value }
  }

  @Test func `waiting can be cancelled`() async throws {
    let server = try LoopbackServer()
    let waiting = Task { try await server.waitForClosedConnections(1) }

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `keeps the latest of very many requests, and counts all`() throws {
    var log = ServerLog()

    for number in 1...20_100 {
      let head = Array("GET /\(number) HTTP/1.1".utf8)
      log.append(try RequestHead.read(head[...]))
    }

    #expect(log.requestCount == 20_100)
    #expect(log.requests.count == 10_000)
    #expect(log.requests.first?.path == "/10101")
    #expect(log.requests.last?.path == "/20100")
  }
}
