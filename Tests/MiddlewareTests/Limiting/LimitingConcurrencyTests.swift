import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.serialized, .timeLimit(.minutes(1)))
struct LimitingConcurrencyTests {
  private struct Refused: Error {}

  private let connector = ManualConnector()

  private func request(_ url: String = "http://h.test/") -> Request {
    Request(url: URL(string: url) ?? URL(filePath: "/"))
  }

  private func limiter(_ limit: Int, queue: Int = .max, _ scope: MiddlewareScope = .perHost) -> ConcurrencyLimitStrategy
  {
    ConcurrencyLimitStrategy(limit: limit, queue: queue, scope: scope)
  }

  private func pipeline(_ limiter: ConcurrencyLimitStrategy) -> Pipeline<Request, Response> {
    Pipeline(Stage.sending(over: connector).wrapped(in: .concurrencyLimit(by: limiter)))
  }

  @Test func `what finishes or fails at once does not suspend, and gives its permit back`() throws {
    let limiter = limiter(1)
    let stage = Stage.sending(over: StubConnector()).wrapped(in: .concurrencyLimit(by: limiter))
    let failing = Stage.sending(over: StubConnector.failing(Refused())).wrapped(in: .concurrencyLimit(by: limiter))

    for _ in 0..<3 {
      _ = try Pipeline(stage).runSynchronously(request())
      #expect(throws: ConnectionError.self) { try Pipeline(failing).runSynchronously(request()) }
    }

    #expect(limiter.isIdle(for: request()))
  }

  @Test(arguments: [1, 3])
  func `no more are under way at once than are allowed`(limit: Int) async throws {
    let pipeline = pipeline(limiter(limit))
    let promises = (0..<30).map { _ in pipeline.start(request()) }

    for number in promises.indices {
      try await connector.begun(number + 1)
      connector.answer(number)
    }

    for promise in promises { _ = try await promise.value }
    #expect(connector.peak == limit)
  }

  @Test func `they go in the order they came`() async throws {
    let pipeline = pipeline(limiter(1))
    let promises = (0..<30).map { pipeline.start(request("http://h.test/\($0)")) }

    for number in promises.indices {
      try await connector.begun(number + 1)
      connector.answer(number)
    }

    for promise in promises { _ = try await promise.value }
    #expect(connector.requests.map(\.url.path) == (0..<30).map { "/\($0)" })
  }

  @Test(arguments: [0, 1, 5])
  func `one too many for the queue fails at once`(queue: Int) {
    let pipeline = pipeline(limiter(2, queue: queue))
    let promises = (0..<2 + queue).map { _ in pipeline.start(request()) }

    let error = pipeline.start(request()).settled?.errorInfo?.error

    #expect(error?.type == .network)
    #expect((error?.nativeError as? QueueFull) == QueueFull(name: "concurrencyLimit", waiting: queue))
    #expect(promises.allSatisfy { $0.settled == nil })
    for promise in promises { promise.cancel() }
  }

  @Test func `a cancelled request leaves the queue at once, and the next takes its place`() async throws {
    let pipeline = pipeline(limiter(1, queue: 1))
    let first = pipeline.start(request("http://h.test/first"))
    let second = pipeline.start(request("http://h.test/second"))

    second.cancel()
    var third = pipeline.start(request("http://h.test/third"))
    while third.settled != nil {
      await Task.yield()
      third = pipeline.start(request("http://h.test/third"))
    }
    connector.answer(0)
    try await connector.begun(2)
    connector.answer(1)

    _ = try await first.value
    _ = try await third.value
    #expect(connector.requests.map(\.url.path) == ["/first", "/third"])
  }

  enum End: CaseIterable {
    case answer, refusal, failure, cancel
  }

  @Test(arguments: End.allCases)
  func `a permit is given back however a request ends`(end: End) async throws {
    let limiter = limiter(1)
    let pipeline = pipeline(limiter)
    let promise = pipeline.start(request())
    let next = pipeline.start(request())

    switch end {
    case .answer: connector.answer(0)
    case .refusal: connector.answer(0, Response(statusCode: 500))
    case .failure: connector.fail(0, Refused())
    case .cancel: promise.cancel()
    }
    try await connector.begun(2)
    connector.answer(1)

    _ = try await next.value
    #expect(limiter.isIdle(for: request()))
  }

  @Test func `servers are counted apart, or together`() {
    let urls = ["http://a.test/", "http://A.test/x", "http://a.test:81/", "https://a.test/", "http://b.test/"]
    let apart = pipeline(limiter(1))
    let together = pipeline(limiter(1, .shared))

    let promises = urls.map { apart.start(request($0)) }
    let sentApart = connector.requests.count
    let others = urls.map { together.start(request($0)) }

    #expect(sentApart == 4)
    #expect(connector.requests.count - sentApart == 1)
    for promise in promises + others { promise.cancel() }
  }

  @Test func `no permit is held while a retry waits`() async throws {
    let clock = TestClock()
    let retrying = Middleware("again", slot: .retry) { next in
      Stage("again") { (request: Request) async throws in
        do {
          return try await next(request)
        } catch {
          try await clock.sleep(for: .seconds(1))
          return try await next(request)
        }
      }
    }
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: [.concurrencyLimit(1), retrying]))
    let flaky = pipeline.start(request())
    try await connector.begun(1)
    connector.fail(0, Refused())
    try await clock.waitForSleepers(1)

    let other = pipeline.start(request())
    try await connector.begun(2)
    connector.answer(1)
    _ = try await other.value
    clock.advance(by: .seconds(1))
    try await connector.begun(3)
    connector.answer(2)

    #expect(try await flaky.value.statusCode == 200)
  }

  @Test func `one that waits says so to those who observe its call`() async throws {
    let events = Record<String>()
    let stage = Stage.sending(over: connector).wrapped(in: [
      .concurrencyLimit(1), .observe { event in events.add("\(event.kind)".prefix { $0 != "(" }.description) },
    ])
    let first = Pipeline(stage).start(request())
    let second = Pipeline(stage).start(request())

    connector.answer(0)
    try await connector.begun(2)
    connector.answer(1)
    _ = try await (first.value, second.value)

    let expected = [
      "started", "attemptStarted", "started", "queued", "attemptEnded", "ended", "admitted", "attemptStarted",
      "attemptEnded", "ended",
    ]
    #expect(events.all.sorted() == expected.sorted())
  }

  @Test func `the printed pipeline says how many`() {
    #expect("\(Stage.sending(over: connector).wrapped(in: [.concurrencyLimit(0)]))" == "concurrencyLimit(1) { send }")
  }

  @Test(.serialized, arguments: 0..<4)
  func `in a storm of cancels every call ends, and every permit comes back`(seed: Int) async throws {
    let limiter = limiter(7)
    let pipeline = pipeline(limiter)
    let request = request()
    let connector = connector

    await withTaskGroup(of: Void.self) { group in
      for index in 0..<2_500 {
        group.addTask {
          var random = Generator(seed &* 10_000 &+ index)
          let promise = pipeline.start(request)
          for _ in 0..<Int.random(in: 0..<3, using: &random) { await Task.yield() }
          if Int.random(in: 0..<4, using: &random) > 0 { promise.cancel() }
          while promise.settled == nil {
            if let number = connector.open.randomElement(using: &random) { connector.answer(number) }
            await Task.yield()
          }
        }
      }
    }

    while !limiter.isIdle(for: request) {
      for number in connector.open { connector.answer(number) }
      await Task.yield()
    }
    #expect(connector.peak <= 7)
    let promises = (0..<7).map { _ in pipeline.start(request) }
    #expect(connector.open.count == 7)
    for promise in promises { promise.cancel() }
  }

  @Test func `over a real server no more arrive than are allowed`() async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .text("pong").held(at: gate))
    let pipeline = Pipeline(Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.concurrencyLimit(4)]))
    let url = try URL(http: server.url())
    let promises = (0..<20).map { _ in pipeline.start(Request(url: url)) }
    try await server.waitForRequests(4)

    let count = server.requestCount
    promises[0].cancel()
    try await server.waitForRequests(5)
    gate.open()

    for promise in promises.dropFirst() { _ = try await promise.value }
    #expect(count == 4)
  }

  @Test(arguments: [Reply.Fault.closeBeforeResponse, .resetInBody, .malformedChunk])
  func `over a real server faults give their permits back`(fault: Reply.Fault) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(fault))
    let limiter = limiter(2)
    let pipeline = Pipeline(
      Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: .concurrencyLimit(by: limiter))
    )
    let request = Request(url: try URL(http: server.url()))
    let promises = (0..<10).map { _ in pipeline.start(request) }

    for promise in promises { #expect(await promise.outcome.errorInfo?.error?.type == .network) }

    #expect(limiter.isIdle(for: request))
  }
}
