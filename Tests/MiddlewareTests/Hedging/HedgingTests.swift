import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.serialized, .timeLimit(.minutes(1)))
struct HedgingTests {
  private let clock = TestClock()
  private let manual = ManualConnector()

  private func request(_ method: HTTPMethod = .get, _ body: RequestBody? = nil) -> Request {
    Request(url: URL(string: "http://h.test/") ?? URL(filePath: "/"), httpMethod: method, body: body)
  }

  private func pipeline(_ attempts: Int = 2, _ more: Middleware...) -> Pipeline<Request, Response> {
    let hedge = Middleware.hedge(after: .milliseconds(300), attempts: attempts, clock: clock)
    return Pipeline(Stage.sending(over: manual).wrapped(in: [hedge] + more))
  }

  /// Starts a request, and lets so many further attempts begin.
  private func start(
    _ pipeline: Pipeline<Request, Response>,
    hedges: Int = 1
  ) async throws -> Promise<Never, Response, ConnectionError> {
    let promise = pipeline.start(request())
    for hedge in 0..<hedges {
      try await clock.run(sleeps: 1)
      try await manual.begun(hedge + 2)
    }
    return promise
  }

  /// Waits until nobody sleeps any more.
  private func woken() async { while clock.sleeperCount > 0 { await Task.yield() } }

  @Test func `what finishes at once does not suspend`() throws {
    let connector = StubConnector()
    let stage = Stage.sending(over: connector).wrapped(in: .hedge(clock: clock))

    _ = try Pipeline(stage).runSynchronously(request())

    #expect(connector.requestCount == 1)
    #expect(clock.waits.isEmpty)
  }

  @Test func `a request that ends in time is sent once, and nothing keeps waiting`() async throws {
    let promise = pipeline().start(request())
    try await clock.waitForSleepers(1)

    manual.answer(0)

    _ = try await promise.value
    #expect(manual.requests.count == 1)
    #expect(clock.waits == [.milliseconds(300)])
    await woken()
  }

  @Test(arguments: [0, 1])
  func `of two the first to succeed wins, and the other one's transfer stops`(winner: Int) async throws {
    let promise = try await start(pipeline())

    manual.answer(winner, Response(statusCode: 200 + winner))

    #expect(try await promise.value.statusCode == 200 + winner)
    #expect(manual.events == [.cancel(1 - winner)])
    #expect(manual.open.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `when one fails the other is waited for`(failing: Int) async throws {
    let promise = try await start(pipeline())

    manual.fail(failing, URLError(.networkConnectionLost))
    for _ in 0..<100 { await Task.yield() }
    let early = promise.settled
    manual.answer(1 - failing)

    #expect(early == nil)
    #expect(try await promise.value.statusCode == 200)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `when all have failed it fails as the first did`(order: [Int]) async throws {
    let promise = try await start(pipeline())

    for number in order {
      manual.fail(number, URLError(number == 0 ? .timedOut : .cannotConnectToHost))
      for _ in 0..<50 { await Task.yield() }
    }

    let error = await promise.outcome.errorInfo?.error
    #expect((error?.nativeError as? URLError)?.code == .timedOut)
  }

  @Test(arguments: [(200, true), (404, true), (408, false), (429, false), (500, false), (503, false)])
  func `which statuses win`(status: Int, wins: Bool) async throws {
    let promise = try await start(pipeline())

    manual.answer(0, Response(statusCode: status))
    if !wins { manual.answer(1, Response(statusCode: 201)) }

    #expect(try await promise.value.statusCode == (wins ? status : 201))
  }

  @Test func `what fails before the delay is over is not sent again`() async throws {
    let promise = pipeline().start(request())
    try await clock.waitForSleepers(1)

    manual.fail(0, URLError(.timedOut))

    #expect(await promise.outcome.errorInfo?.error?.type == .network)
    #expect(manual.requests.count == 1)
    await woken()
  }

  @Test func `no more attempts begin than are allowed, each after the delay`() async throws {
    let promise = try await start(pipeline(4), hedges: 3)

    let sleepers = clock.sleeperCount
    manual.answer(2)

    _ = try await promise.value
    #expect(sleepers == 0)
    #expect(manual.requests.count == 4)
    #expect(Set(manual.events) == [.cancel(0), .cancel(1), .cancel(3)])
    #expect(clock.waits == Array(repeating: .milliseconds(300), count: 3))
  }

  @Test(arguments: [
    (HTTPMethod.get, true), (.head, true), (.options, true), (.put, true), (.delete, true), (.query, true),
    (.post, false), (.patch, false), (.connect, false), (HTTPMethod("PURGE"), false),
  ])
  func `only idempotent methods are sent twice`(method: HTTPMethod, isHedged: Bool) async throws {
    let promise = pipeline().start(request(method))

    if isHedged { try await clock.waitForSleepers(1) }
    for _ in 0..<20 { await Task.yield() }

    #expect(clock.sleeperCount == (isHedged ? 1 : 0))
    promise.cancel()
    await woken()
  }

  @Test func `a body that can be read only once is not sent twice`() async {
    let pipe = RequestBody(file: URL(filePath: "/tmp/pipe"), isReplayable: false)

    let promise = pipeline().start(request(.put, pipe))
    for _ in 0..<20 { await Task.yield() }

    #expect(clock.waits.isEmpty)
    promise.cancel()
  }

  @Test func `a delay that no clock can count is a long one`() throws {
    let stage = Stage.sending(over: StubConnector.neverAnswering).wrapped(
      in: .hedge(after: .fixed(.seconds(Int64.max)))
    )

    let promise = Pipeline(stage).start(request())
    promise.cancel()

    #expect(HedgeDelay.percentile(0.5, atFirst: .seconds(Int64.max)).fixed == .century)
  }

  @Test func `a request with a file for its response is not sent twice`() async {
    var download = request()
    download.destination = .file(URL(filePath: "/never-written"))

    let promise = pipeline().start(download)
    for _ in 0..<20 { await Task.yield() }

    #expect(clock.waits.isEmpty)
    promise.cancel()
  }

  @Test(arguments: [0, 1])
  func `a cancel ends all attempts, and the wait`(hedges: Int) async throws {
    let promise = try await start(pipeline(3), hedges: hedges)
    try await clock.waitForSleepers(1)

    promise.cancel()
    for number in 0...hedges { try await manual.told(.cancel(number)) }

    #expect(await promise.outcome.errorInfo?.isCancelled == true)
    #expect(manual.open.isEmpty)
    #expect(manual.requests.count == hedges + 1)
    await woken()
  }

  @Test func `each further attempt is reported to the call's observers, with its cause`() async throws {
    let events = Record<String>()
    let observe = Middleware.observe { event in
      switch event.kind {
      case .attemptStarted(let number, let cause, _): events.add("\(number) \(cause)")
      case .hedging(let delay): events.add("hedging \(delay)")
      default: break
      }
    }
    let promise = try await start(pipeline(2, observe))

    manual.answer(1)
    _ = try await promise.value

    #expect(events.all == ["1 call", "hedging 0.3 seconds", "2 hedge"])
  }

  @Test func `a percentile is learned from the successes`() async throws {
    let pipeline = Pipeline(Stage.sending(over: manual).wrapped(in: .hedge(after: .percentile(0.9), clock: clock)))
    for number in 0..<21 {
      let promise = pipeline.start(request())
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(100))
      manual.answer(number)
      _ = try await promise.value
      await woken()
    }

    let waits = clock.waits

    #expect(waits.prefix(20) == Array(repeating: .seconds(2), count: 20)[...])
    #expect(waits[20] > .milliseconds(100) && waits[20] <= .milliseconds(113))
  }

  @Test func `nothing is learned from failures`() async throws {
    let pipeline = Pipeline(Stage.sending(over: manual).wrapped(in: .hedge(after: .percentile(0.9), clock: clock)))
    for number in 0..<25 {
      let promise = pipeline.start(request())
      try await clock.waitForSleepers(1)
      if number.isMultiple(of: 2) {
        manual.fail(number, URLError(.timedOut))
      } else {
        manual.answer(number, Response(statusCode: 503))
      }
      _ = await promise.outcome
      await woken()
    }

    #expect(clock.waits == Array(repeating: .seconds(2), count: 25))
  }

  @Test(arguments: [
    (HedgeDelay.seconds(-1), Duration.zero), (.seconds(.nan), .zero), (.seconds(1.5), .milliseconds(1_500)),
    (.milliseconds(-3), .zero), (.fixed(.seconds(-2)), .zero), (.percentile(2, atFirst: .seconds(1)), .seconds(1)),
  ])
  func `senseless delays are no trap`(delay: HedgeDelay, fixed: Duration) {
    #expect(delay.fixed == fixed)
    #expect((0...1).contains(delay.percentile ?? 0))
  }

  @Test func `over a real server that is silent the second attempt is answered, and the first connection closed`()
    async throws
  {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence), .text("pong"))
    let pipeline = Pipeline(
      Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.hedge(after: .seconds(1), clock: clock)])
    )
    let promise = pipeline.start(Request(url: try URL(http: server.url())))
    try await server.waitForRequests(1)

    try await clock.run(sleeps: 1)

    #expect(try await promise.value.text() == "pong")
    #expect(server.requestCount == 2)
    try await server.waitForClosedConnections(1)
  }
}
