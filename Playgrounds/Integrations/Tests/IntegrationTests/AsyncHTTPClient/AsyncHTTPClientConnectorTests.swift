import AbstractHTTP
import AbstractHTTPAsyncHTTPClient
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncHTTPClientConnectorTests {
  private let server: LoopbackServer
  private let connector = AsyncHTTPClientConnector()

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/", .text("hello"))
  }

  @Test func `a request with an option that the client can't honor isn't sent`() async throws {
    var requests = try (0..<5).map { _ in try server.request("/") }
    requests[0].options[TLSSettings.self] = TLSSettings()
    requests[1].options[ProxySettings.self] = ProxySettings.none
    requests[2].options[ConnectTimeout.self] = ConnectTimeout(.seconds(1))
    requests[3].timeoutInterval = 1
    requests[4].body = RequestBody(Data("a".utf8)).trailers { ["X": "1"] }

    for request in requests { #expect(await connector.failure(of: request)?.type == .invalidRequest) }

    #expect(server.requestCount == 0)
  }

  @Test func `a whole connection works over it, with retries`() async throws {
    server.on(.get, "/flaky", .status(503), .text("at last"))
    let client = Client(baseURL: server.url("")) { [connector] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.use(.retry(RetryPolicy(limit: 1, backoff: .constant(.zero))))
    }

    #expect(try await client.http("/flaky").fetchString().value == "at last")
  }

  @Test func `a request after the shutdown fails`() async throws {
    try await connector.shutdown()
    try await connector.shutdown()

    #expect(await connector.failure(of: try server.request("/"))?.type == .network)
  }

  @Test func `a connector that nobody keeps ends its client once its transfers have ended`() async throws {
    var released: AsyncHTTPClientConnector? = AsyncHTTPClientConnector()
    let gate = Gate()
    server.on(.get, "/gated", .chunked(["one ", .gate(gate), "two"]))
    let stream = try #require(try await released?.send(server.stream("/gated")).stream)

    released = nil
    gate.open()

    #expect(try await stream.collect(upTo: 100) == Data("one two".utf8))
    try await server.waitForClosedConnections(1)
  }
}
