import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// How a transfer is measured.
@Suite(.timeLimit(.minutes(2)))
struct TransferMetricsTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/", .text("pong"))
  }

  private func request(_ path: String = "/") throws -> Request {
    var request = try Request(server.url(path))
    request.isMeasured = true
    return request
  }

  @Test(arguments: TestedEngine.robust)
  func `the version of HTTP is known of every response, and nothing else unless it's wanted`(
    engine: TestedEngine
  ) async throws {
    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.protocolVersion == "HTTP/1.1")
    #expect(response.metrics == nil)
  }

  @Test(arguments: TestedEngine.robust)
  func `the phases of a new connection add up to the whole`(engine: TestedEngine) async throws {
    let metrics = try #require(try await engine.connector().response(to: request()).metrics)

    #expect(metrics.phases.map(\.name) == ["queue", "dns", "connect", "send", "wait", "receive"])
    #expect(metrics.phases.allSatisfy { $0.duration >= .zero })
    #expect(metrics.phases.reduce(.zero) { $0 + $1.duration } == metrics.total)
    #expect(metrics.total > .zero)
    #expect(metrics.isReused == false)
    #expect(metrics.remoteAddress == "127.0.0.1")
    #expect(metrics.remotePort == server.port)
    #expect(metrics.protocolVersion == "HTTP/1.1")
    #expect(metrics.tlsVersion == nil)
  }

  @Test(arguments: TestedEngine.robust)
  func `a reused connection takes no time to be opened`(engine: TestedEngine) async throws {
    let connector = try engine.connector()
    _ = try await connector.response(to: request())

    let metrics = try #require(try await connector.response(to: request()).metrics)

    #expect(metrics.isReused == true)
    #expect(metrics.phases.map(\.name) == ["queue", "send", "wait", "receive"])
    #expect(metrics.phases.reduce(.zero) { $0 + $1.duration } == metrics.total)
  }

  @Test(arguments: TestedEngine.robust)
  func `the bytes of heads and bodies are counted`(engine: TestedEngine) async throws {
    server.on(.post, "/", .data(Data(count: 70_000)))
    var request = try request()
    request.httpMethod = .post
    request.body = RequestBody(Data(count: 300_000))

    let metrics = try #require(try await engine.connector().response(to: request).metrics)

    let received = try #require(server.requests.first)
    let head = received.headers.reduce("POST / HTTP/1.1\r\n\r\n".utf8.count) {
      $0 + "\($1.name): \($1.value)\r\n".utf8.count
    }
    #expect(metrics.sent == TransferMetrics.ByteCount(head: Int64(head), body: 300_000))
    #expect(metrics.received?.body == 70_000)
    #expect(try #require(metrics.received?.head) > 20)
  }

  @Test(arguments: TestedEngine.robust)
  func `the wait for the server is no part of any other phase`(engine: TestedEngine) async throws {
    let (early, late) = (Gate(), Gate())
    server.on(
      .get,
      "/late",
      .chunked(["a", .gate(late), "b"]).preceded(by: "HTTP/1.1 103 Early Hints\r\n\r\n", .gate(early))
    )
    let connector = try engine.connector()
    let clock = ContinuousClock()
    let response = Task { try await connector.response(to: request("/late")) }
    try await server.waitForRequests(1)

    let held = try await clock.measure { for _ in 0..<50 { _ = try await connector.response(to: request()) } }
    early.open()
    for _ in 0..<50 { _ = try await connector.response(to: request()) }
    late.open()
    let metrics = try #require(try await response.value.metrics)

    #expect(try #require(metrics.wait) >= held)
    #expect(try #require(metrics.receive) > .zero)
    #expect(metrics.timeToFirstByte == metrics.total - (metrics.receive ?? .zero))
  }

  @Test(arguments: TestedEngine.allCases)
  func `the whole, the wait and the rest are measured on every engine`(engine: TestedEngine) async throws {
    let metrics = try #require(try await engine.connector().response(to: request()).metrics)

    #expect(metrics.total > .zero)
    #expect(metrics.wait != nil && metrics.receive != nil)
    #expect(metrics.timeToFirstByte != nil)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a streamed response has metrics up to its head`(engine: TestedEngine) async throws {
    let gate = Gate()
    server.on(.get, "/stream", .chunked(["one", .gate(gate), "two"]))
    var request = try request("/stream")
    request.delivery = .stream

    let response = try await engine.connector().response(to: request)
    gate.open()

    let metrics = try #require(response.metrics)
    #expect(metrics.wait != nil && metrics.receive == nil)
    #expect(try await response.stream?.collect(upTo: 10) == Data("onetwo".utf8))
  }

  @Test(arguments: TestedEngine.allCases)
  func `a wish can be withdrawn, and doesn't hide another's`(engine: TestedEngine) async throws {
    var request = try request()
    request.isMeasured = false

    let response = try await engine.connector().response(to: request)

    #expect(response.metrics == nil)
    #expect(try self.request().isMeasured)
  }

  @Test func `an engine measures nothing unless someone wants it to`() async throws {
    let engine = AskedEngine()
    let connector = DefaultHTTPConnector(engine: engine)

    _ = try await connector.response(to: Request(server.url()))
    _ = try await connector.response(to: request())

    #expect(engine.isMeasuring.all == [false, true])
  }
}

/// Notes of each request whether it's to be measured.
private final class AskedEngine: TransferEngine {
  private final class Ended: HTTPExchange {
    func cancel() {}
  }

  let isMeasuring = Record<Bool>()

  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    isMeasuring.add(request.observe != nil)
    complete(.success(WireResponse(statusCode: 200, headers: [:], data: Data())))
    return Ended()
  }
}
