import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct TimingOutTests {
  private let clock = TestClock()

  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/")) }

  private func stage(
    _ connector: any HTTPConnector,
    _ middleware: Middleware...
  ) -> Stage<Request, Response> {
    Stage.sending(over: connector).wrapped(in: middleware)
  }

  private func retry(_ limit: Int, after wait: Duration = .zero) -> Middleware {
    .retry(RetryPolicy(limit: limit, backoff: .constant(wait), budget: nil), clock: clock)
  }

  private func timedOut(_ promise: Promise<Never, Response, ConnectionError>) async -> TimedOut? {
    let error = await promise.outcome.errorInfo?.error
    #expect(error?.type == .network)
    return error?.nativeError as? TimedOut
  }

  @Test func `one value of both limits takes two places`() {
    let stage = stage(
      StubConnector(),
      .timeout(attempt: .seconds(10), total: .milliseconds(500)),
      retry(2),
      .basic(user: "a", password: "b")
    )

    #expect("\(stage)" == "totalTimeout(0.5s) { retry(2) { basic { timeout(10s) { send } } } }")
  }

  @Test func `one limit takes one place, and none takes none`() {
    #expect("\(stage(StubConnector(), .timeout(attempt: .seconds(1))))" == "timeout(1s) { send }")
    #expect("\(stage(StubConnector(), .timeout(total: .seconds(1))))" == "totalTimeout(1s) { send }")
    #expect("\(stage(StubConnector(), .timeout()))" == "send")
    #expect("\(stage(StubConnector()).wrapped(in: .timeout(total: .seconds(1))))" == "totalTimeout(1s) { send }")
  }

  @Test func `what finishes at once does not suspend, and starts no timer`() throws {
    let stage = stage(StubConnector(), .timeout(attempt: .seconds(1), total: .seconds(1), clock: clock))

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(clock.waits == [])
  }

  @Test(arguments: [TimedOut.Scope.attempt, .total])
  func `fails on the tick of its limit, and cancels the transfer`(scope: TimedOut.Scope) async throws {
    let connector = StubConnector.neverAnswering
    let promise = Pipeline(
      Stage.sending(over: connector).wrapped(
        in: scope == .total
          ? .timeout(total: .seconds(10), clock: clock) : .timeout(attempt: .seconds(10), clock: clock)
      )
    ).start(try request())
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(10) - .nanoseconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .nanoseconds(1))
    let timedOut = await timedOut(promise)

    #expect(timedOut?.scope == scope)
    #expect(timedOut?.limit == .seconds(10))
    #expect(timedOut?.attempts == 1)
    #expect(timedOut?.progress == TransferProgress())
    #expect(connector.cancelCount == 1)
  }

  @Test func `an answer in time stops the timer`() async throws {
    let connector = StubConnector(Response(statusCode: 201)).delayed(by: .seconds(9), clock: clock)
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(10), total: .seconds(10), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(3)

    clock.advance(by: .seconds(9))
    let response = try await promise.value

    #expect(response.statusCode == 201)
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func `an error in time stops the timer`() async throws {
    let connector = StubConnector.failing(URLError(.networkConnectionLost)).delayed(by: .seconds(9), clock: clock)
    let promise = Pipeline(stage(connector, .timeout(total: .seconds(10), clock: clock))).start(try request())
    try await clock.waitForSleepers(2)

    clock.advance(by: .seconds(9))
    let error = await promise.outcome.errorInfo?.error

    #expect((error?.nativeError as? URLError)?.code == .networkConnectionLost)
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func `each attempt has its own time limit, and is retried after it`() async throws {
    let connector = StubConnector.neverAnswering
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(10), clock: clock), retry(2))
    ).start(try request())

    try await clock.run(sleeps: 3)
    let timedOut = await timedOut(promise)

    #expect(clock.now.offset == .seconds(30))
    #expect(timedOut?.scope == .attempt)
    #expect(timedOut?.attempts == 1)
    #expect(connector.requestCount == 3)
    #expect(connector.cancelCount == 3)
  }

  @Test func `a policy that does not retry timeouts does not retry an attempt's`() async throws {
    let connector = StubConnector.neverAnswering
    var policy = RetryPolicy(backoff: .none)
    policy.errorCodes.remove(.timedOut)
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(1), clock: clock), .retry(policy, clock: clock))
    ).start(try request())

    try await clock.run(sleeps: 1)

    #expect(await timedOut(promise)?.scope == .attempt)
    #expect(connector.requestCount == 1)
  }

  @Test func `the total limit is outside retries and their waits, and tells how far the call got`() async throws {
    let connector = StubConnector(Response(statusCode: 503)).delayed(by: .seconds(4), clock: clock)
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(5), total: .seconds(10), clock: clock), retry(9, after: .seconds(3)))
    ).start(try request())

    for (sleeps, seconds) in [(3, 4), (4, 3), (6, 3)] {
      while clock.waits.count < sleeps { await Task.yield() }
      clock.advance(by: .seconds(seconds))
    }
    let timedOut = await timedOut(promise)

    #expect(timedOut?.scope == .total)
    #expect(timedOut?.attempts == 2)
    #expect(timedOut?.description == "the call timed out after 10s, in attempt 2, before the response came")
    #expect(connector.requestCount == 2)
  }

  @Test func `a total limit reached in a wait reports no transfer, and is not retried`() async throws {
    let connector = StubConnector(Response(statusCode: 503)).delayed(by: .seconds(1), clock: clock)
    let timing = stage(connector, .timeout(total: .seconds(10), clock: clock), retry(9, after: .seconds(50)))
    let promise = Pipeline(timing.wrapped(in: .retry(RetryPolicy(backoff: .none), clock: clock))).start(try request())
    for (sleeps, seconds) in [(2, 1), (3, 9)] {
      while clock.waits.count < sleeps { await Task.yield() }
      clock.advance(by: .seconds(seconds))
    }
    let timedOut = await timedOut(promise)

    #expect(timedOut?.progress == nil)
    #expect(timedOut?.description == "the call timed out after 10s, after 1 attempt")
    #expect(connector.requestCount == 1)
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func `tells how many bytes had come`() async throws {
    let connector = Trickling(TransferProgress(received: 512, totalToReceive: 2_048))
    let promise = Pipeline(stage(connector, .timeout(attempt: .seconds(1), clock: clock))).start(try request())
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(1))

    #expect(
      await timedOut(promise)?.description == "the attempt timed out after 1s, with 512 of 2048 bytes received"
    )
  }

  @Test func `a timeout before the first request says that nothing was sent`() async throws {
    let clock = clock
    let waiting = Middleware("wait") { request, next in
      try await clock.sleep(for: .seconds(60))
      return try await next(request)
    }
    let connector = StubConnector()
    let promise = Pipeline(
      stage(connector, waiting).wrapped(in: .timeout(total: .seconds(1), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(2)

    clock.advance(by: .seconds(1))

    #expect(await timedOut(promise)?.description == "the call timed out after 1s, before anything was sent")
    #expect(connector.requestCount == 0)
  }

  @Test func `does not wait for what does not listen to its cancel`() async throws {
    let gate = Gate()
    let deaf = Middleware("deaf", at: .attempt) { request, next in
      await Task { try? await gate.wait() }.value
      return try await next(request)
    }
    let connector = StubConnector()
    let promise = Pipeline(
      stage(connector, deaf, .timeout(attempt: .seconds(1), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(1))

    #expect(await timedOut(promise)?.scope == .attempt)
    gate.open()
  }

  @Test func `a request recreated by a middleware keeps the count`() async throws {
    let connector = StubConnector.neverAnswering
    let remaking = Middleware("remake") { request, next in try await next(Request(url: request.url)) }
    let promise = Pipeline(
      stage(connector, remaking).wrapped(in: .timeout(total: .seconds(1), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(1)
    while connector.requestCount == 0 { await Task.yield() }

    clock.advance(by: .seconds(1))

    #expect(await timedOut(promise)?.attempts == 1)
  }

  @Test func `a cancel ends the call at once, its transfer and its timers`() async throws {
    let connector = StubConnector.neverAnswering
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(1), total: .seconds(1), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(2)

    promise.cancel()

    #expect(promise.settled?.errorInfo?.error?.type == .cancelled)
    while clock.sleeperCount > 0 || connector.cancelCount == 0 { await Task.yield() }
    #expect(connector.requestCount == 1)
  }

  @Test func `an observer receives it`() async throws {
    let events = Record<String>()
    let observing = Middleware.observe { event in
      if case .timedOut(let name, let limit) = event.kind { events.add("\(name) \(limit.text)") }
    }
    let promise = Pipeline(
      stage(StubConnector.neverAnswering, .timeout(attempt: .seconds(1), clock: clock), observing)
    ).start(try request())
    try await clock.run(sleeps: 1)

    _ = await promise.outcome

    #expect(events.all == ["attempt 1s"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func `a limit that is not above zero is an error, and nothing is sent`(limit: Duration) throws {
    let connector = StubConnector()

    for timeout in [Middleware.timeout(attempt: limit), .timeout(total: limit)] {
      let error = #expect(throws: ConnectionError.self) {
        try Pipeline(stage(connector, timeout)).runSynchronously(try request())
      }
      #expect(error?.type == .invalidRequest)
      #expect(error?.nativeError as? InvalidTimeout == InvalidTimeout(limit: limit))
    }
    #expect(connector.requestCount == 0)
  }

  @Test func `a limit beyond all time is no limit`() async throws {
    let delay = TestClock()
    let connector = StubConnector(Response(statusCode: 201)).delayed(by: .seconds(1), clock: delay)
    let promise = Pipeline(
      stage(connector, .timeout(attempt: .seconds(Int64.max), total: .seconds(Int64.max)))
    ).start(try request())
    try await delay.run(sleeps: 1)

    #expect(try await promise.value.statusCode == 201)
  }

  @Test func `over a real server that never answers, both time limits apply`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    let call = HTTP(server.url("/")).callbackInMainThread(false)
      .use(.timeout(attempt: .seconds(5), total: .seconds(12), clock: clock), retry(9)).asString()

    for (count, seconds) in [(1, 5), (2, 5), (3, 2)] {
      try await server.waitForRequests(count)
      while clock.waits.count < count + 1 { await Task.yield() }
      clock.advance(by: .seconds(seconds))
    }
    let error = await call.outcome.errorInfo?.error

    #expect((error?.nativeError as? TimedOut)?.scope == .total)
    #expect((error?.nativeError as? TimedOut)?.attempts == 3)
    #expect(server.requestCount == 3)
  }
}

/// A connector that reports how far it is, and never ends.
private final class Trickling: HTTPConnector {
  private let progress: TransferProgress
  private let endless = StubConnector.neverAnswering

  init(_ progress: TransferProgress) { self.progress = progress }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {}
  func cancel() {}

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    progress(self.progress)
    return endless.start(request, progress: progress, complete: complete)
  }
}
