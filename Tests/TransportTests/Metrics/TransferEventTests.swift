import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What an observer is told of the transfers of a call.
@Suite(.timeLimit(.minutes(2)))
struct TransferEventTests {
  private let server: LoopbackServer
  private let events = Record<CallEvent.Kind>()

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/", .text("pong")).on(.get, "/old", .redirect(to: "/new?token=s3cret")).on(
      .get,
      "/new",
      .text("there")
    )
  }

  private var names: [String] { events.all.map(\.name) }

  private func stage(_ engine: TestedEngine, _ middleware: Middleware...) throws -> Stage<Request, Response> {
    Stage.sending(over: try engine.connector()).wrapped(in: middleware + [.observe { [events] in events.add($0.kind) }])
  }

  @Test(arguments: TestedEngine.allCases)
  func `heads, redirects and metrics are told in order`(engine: TestedEngine) async throws {
    _ = try await stage(engine)(Request(server.url("/old")))

    #expect(
      names == [
        "started", "attempt 1", "head 1 302", "metrics 1", "redirected 1 302 /new", "head 1 200", "metrics 1",
        "ended 1",
        "ended",
      ]
    )
  }

  @Test(arguments: TestedEngine.allCases)
  func `each attempt of a retry has its metrics`(engine: TestedEngine) async throws {
    server.on(.get, "/flaky", .status(503), .text("pong"))
    let retry = Middleware.retry(RetryPolicy(limit: 1, backoff: .constant(.zero), budget: nil))

    let response = try await stage(engine, retry)(Request(server.url("/flaky")))

    #expect(names.filter { $0.hasPrefix("metrics") } == ["metrics 1", "metrics 2"])
    #expect(response.metrics == events.all.last { $0.name == "metrics 2" }?.metrics)
  }

  @Test(arguments: TestedEngine.robust)
  func `a transfer that fails has metrics, too`(engine: TestedEngine) async throws {
    server.on(.post, "/broken", .fault(.closeBeforeResponse))
    let request = try Request(server.url("/broken"), httpMethod: .post, body: "a")

    await #expect(throws: ConnectionError.self) { try await stage(engine)(request) }

    let metrics = try #require(events.all.compactMap(\.metrics).last)
    #expect(names.suffix(3) == ["metrics 1", "ended 1", "ended"])
    #expect(metrics.total > .zero)
    #expect(metrics.wait == nil && metrics.protocolVersion == nil)
  }

  @Test(arguments: TestedEngine.allCases)
  func `the metrics of a stream come at its end, before that of the call`(engine: TestedEngine) async throws {
    let (gate, ended) = (Gate(), Gate())
    server.on(.get, "/stream", .chunked(["one", .gate(gate), "two"]))
    var request = try Request(server.url("/stream"))
    request.delivery = .stream
    let watch = Middleware.observe { [events] event in
      events.add(event.kind)
      if case .ended = event.kind { ended.open() }
    }

    let response = try await Stage.sending(over: engine.connector()).wrapped(in: watch)(request)
    let before = names
    gate.open()
    _ = try await response.stream?.collect(upTo: 10)
    try await ended.wait()

    #expect(before == ["started", "attempt 1", "head 1 200", "ended 1", "streaming"])
    #expect(names.dropFirst(5) == ["metrics 1", "ended"])
    #expect(events.all.compactMap(\.metrics).last?.receive != nil)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a suspended connection is told of once, and its resumption`(engine: TestedEngine) async throws {
    let (gate, resumed) = (Gate(), Gate())
    server.on(.get, "/held", .text("pong").held(at: gate))
    let connection = Connection(requestSpec: Plain(url: server.url("/held")), responseSpec: PlainText())
    connection.httpConnector = try engine.connector()
    connection.use(
      .observe { [events] event in
        events.add(event.kind)
        if case .resumed = event.kind { resumed.open() }
      }
    )
    let promise = connection.start()
    try await server.waitForRequests(1)

    connection.suspend()
    connection.suspend()
    connection.resume()
    try await resumed.wait()
    gate.open()
    _ = try await promise.value

    #expect(names.filter { $0.hasPrefix("suspended") || $0.hasPrefix("resumed") } == ["suspended 1", "resumed 1"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `recorder and observer are told of the same transfers`(engine: TestedEngine) async throws {
    let recorder = HTTPArchiveRecorder()

    _ = try await stage(engine, .record(into: recorder))(Request(server.url("/old")))

    let entries = recorder.archive.entries
    #expect(entries.map(\.metrics) == events.all.compactMap(\.metrics))
    #expect(entries.count == 2)
  }

  @Test func `a connector's own metrics are kept`() async throws {
    var canned = Response(data: Data("pong".utf8))
    (canned.metrics, canned.protocolVersion) = (TransferMetrics(total: .seconds(3)), "HTTP/3")

    let response = try await Stage.sending(over: StubConnector(canned)).wrapped(in: [.observe { _ in }])(
      Request("http://h.test/")
    )

    #expect(response.metrics?.total == .seconds(3))
    #expect(response.protocolVersion == "HTTP/3")
  }

  @Test func `what a cache answers has no metrics, and came by no version`() async throws {
    server.on(.get, "/kept", .text("pong").header("Cache-Control", "max-age=60"))
    let stage = Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.cache(), .observe { _ in }])
    let request = try Request(server.url("/kept"))
    let first = try await stage(request)

    let second = try await stage(request)

    #expect(first.metrics != nil)
    #expect(second.source == .cache)
    #expect(second.metrics == nil && second.protocolVersion == nil)
  }
}

extension CallEvent.Kind {
  fileprivate var metrics: TransferMetrics? { if case .metrics(_, let metrics) = self { metrics } else { nil } }

  fileprivate var name: String {
    switch self {
    case .started: "started"
    case .attemptStarted(let number, _, _): "attempt \(number)"
    case .attemptEnded(let number, _): "ended \(number)"
    case .head(let number, let head): "head \(number) \(head.statusCode)"
    case .redirected(let number, let response, let url): "redirected \(number) \(response.statusCode) \(url.path)"
    case .metrics(let number, _): "metrics \(number)"
    case .suspended(let number): "suspended \(number)"
    case .resumed(let number): "resumed \(number)"
    case .streaming: "streaming"
    case .ended: "ended"
    default: "other"
    }
  }
}
