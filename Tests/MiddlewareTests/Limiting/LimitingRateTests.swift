import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.serialized, .timeLimit(.minutes(1)))
struct LimitingRateTests {
  private let clock = TestClock()
  private let sent = Record<Duration>()

  private func request(_ url: String = "http://h.test/") -> Request {
    Request(url: URL(string: url) ?? URL(filePath: "/"))
  }

  /// What is sent, with the time at which it is.
  private var sending: Stage<Request, Response> {
    Stage("send") { [sent, clock] _ in
      sent.add(clock.now.offset)
      return Response()
    }
  }

  private func pipeline(_ middleware: Middleware) -> Pipeline<Request, Response> {
    Pipeline(sending.wrapped(in: [middleware]))
  }

  @Test func `the first goes at once, the others evenly`() async throws {
    let pipeline = pipeline(.rateLimit(10, per: .seconds(1), clock: clock))
    let promises = (0..<5).map { _ in pipeline.start(request()) }
    let settled = promises.map { $0.settled != nil }

    try await clock.run(sleeps: 4)

    for promise in promises { _ = try await promise.value }
    #expect(settled == [true, false, false, false, false])
    // When the others are sent is told by the waits: the clock may be ahead again of a request that is let go.
    #expect(sent.all.count == 5 && sent.all.first == .zero)
    #expect(clock.waits == Array(repeating: .milliseconds(100), count: 4))
  }

  @Test func `after a rest so many go at once as the burst allows`() throws {
    let pipeline = pipeline(.rateLimit(10, per: .seconds(1), burst: 3, queue: 0, clock: clock))

    for _ in 0..<2 {
      for _ in 0..<3 { _ = try pipeline.runSynchronously(request()) }
      let error = #expect(throws: ConnectionError.self) { try pipeline.runSynchronously(request()) }
      #expect((error?.nativeError as? QueueFull) == QueueFull(name: "rateLimit", waiting: 0))
      clock.advance(by: .seconds(60))
    }
  }

  @Test func `one too many for the queue fails at once`() async throws {
    let pipeline = pipeline(.rateLimit(1, per: .seconds(1), queue: 2, clock: clock))
    let promises = (0..<3).map { _ in pipeline.start(request()) }

    let error = pipeline.start(request()).settled?.errorInfo?.error

    #expect(error?.type == .network)
    #expect((error?.nativeError as? QueueFull)?.waiting == 2)
    #expect(promises.map { $0.settled != nil } == [true, false, false])
    for promise in promises { promise.cancel() }
  }

  @Test(.serialized, arguments: 0..<3)
  func `the turn of a cancelled waiter goes to the next one`(cancelled: Int) async throws {
    let pipeline = pipeline(.rateLimit(1, per: .seconds(1), clock: clock))
    _ = try pipeline.runSynchronously(request())
    let requests = (0..<3).map { request("http://h.test/\($0)") }
    let tasks = requests.map { request in pipeline.start(request) }
    try await clock.waitForSleepers(1)

    tasks[cancelled].cancel()
    _ = await tasks[cancelled].outcome
    for _ in 0..<2 {
      while clock.sleeperCount != 1 { await Task.yield() }
      let count = sent.all.count
      clock.advance(by: .seconds(1))
      while sent.all.count == count { await Task.yield() }
    }

    for (index, task) in tasks.enumerated() where index != cancelled { _ = try await task.value }
    #expect(sent.all == [.zero, .seconds(1), .seconds(2)])
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func `servers are counted apart, or together`() {
    let apart = pipeline(.rateLimit(1, per: .seconds(1), queue: 0, clock: clock))
    let together = pipeline(.rateLimit(1, per: .seconds(1), queue: 0, scope: .shared, clock: clock))
    let urls = ["http://a.test/", "http://b.test/", "http://a.test/x"]

    let one = urls.map { apart.start(request($0)).settled?.value != nil }
    let other = urls.map { together.start(request($0)).settled?.value != nil }

    #expect(one == [true, true, false])
    #expect(other == [true, false, false])
  }

  @Test func `one that waits says so to those who observe its call`() async throws {
    let events = Record<String>()
    let stage = sending.wrapped(in: [
      .rateLimit(1, per: .seconds(1), clock: clock), .observe { event in events.add("\(event.kind)") },
    ])
    _ = try Pipeline(stage).runSynchronously(request())
    let waiting = Pipeline(stage).start(request())

    try await clock.run(sleeps: 1)
    _ = try await waiting.value

    #expect(
      events.all.filter { !$0.hasPrefix("started") && !$0.hasPrefix("ended") } == [
        #"queued(by: "rateLimit")"#, #"admitted(by: "rateLimit")"#,
      ]
    )
  }

  @Test(.serialized, arguments: 0..<5)
  func `in a storm of cancels every call ends, and the pace is kept`(seed: Int) async throws {
    var random = Generator(seed)
    let pipeline = pipeline(.rateLimit(5, per: .seconds(1), queue: .max, clock: clock))
    var promises: [Promise<Never, Response, ConnectionError>] = []

    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0...5, using: &random) { promises.append(pipeline.start(request())) }
      for _ in 0..<Int.random(in: 0...4, using: &random) { promises.randomElement(using: &random)?.cancel() }
      for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
      clock.advance(by: .milliseconds(Int.random(in: 0...300, using: &random)))
    }
    while promises.contains(where: { $0.settled == nil }) {
      clock.advanceToNextSleeper()
      await Task.yield()
    }

    for (index, time) in sent.all.sorted().enumerated() {
      #expect(.milliseconds(200) * index <= time)
    }
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(pipeline.start(request()).settled?.value != nil)
  }

  @Test func `over a real server no more arrive than are due`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.closeBeforeResponse), .text("pong"))
    let pipeline = Pipeline(
      Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.rateLimit(1, per: .seconds(1), clock: clock)])
    )
    let url = try URL(http: server.url())
    let promises = (0..<3).map { _ in pipeline.start(Request(url: url)) }
    _ = await promises[0].outcome

    let first = server.requestCount
    try await clock.run(sleeps: 1)
    _ = try await promises[1].value
    let second = server.requestCount
    try await clock.run(sleeps: 1)
    _ = try await promises[2].value

    #expect(first == 1)
    #expect(second == 2)
    #expect(server.requestCount == 3)
  }
}
