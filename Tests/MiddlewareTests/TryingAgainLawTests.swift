import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What holds of retries, time limits and refreshes in any combination, over a server of any mood, cancelled at any moment.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct TryingAgainLawTests {
  private let clock = TestClock()
  /// That of refreshes, which nothing cancels.
  private let refreshClock = TestClock()

  @Test(.serialized, arguments: 0..<300)
  func `a call ends once, sends no more than its policy allows, and leaves no waiter`(seed: Int) async throws {
    var random = Generator(seed)
    let stack = Stack(clock, refreshClock, &random)
    let (ends, told) = (Counter(), Gate())
    let promise = Pipeline(Stage.sending(over: stack.server).wrapped(in: stack.middleware))
      .start(Request(url: try URL(http: "http://h.test/")))
    promise.on(success: { _ in _ = ends.next() }, failure: { _, _ in _ = ends.next() }).finally { told.open() }

    let cancelled = await drive(promise, cancellingAt: Int.random(in: 0..<60, using: &random), &random)
    let error = await promise.outcome.errorInfo?.error
    while clock.sleeperCount > 0 || stack.server.inFlight > 0 { await Task.yield() }
    refreshClock.run()
    try await told.wait()

    #expect(ends.next() == 2)
    #expect(stack.server.requestCount <= stack.limit, "\(stack)")
    #expect(!cancelled || error?.type == .cancelled, "\(stack)")
    if let timedOut = error?.nativeError as? TimedOut, timedOut.scope == .total {
      #expect(clock.now.offset >= timedOut.limit, "\(stack)")
    }
  }

  /// Lets time pass by fits and starts, until the call is over or is cancelled.
  ///
  /// - Returns: Whether it was cancelled before it was over.
  private func drive(
    _ promise: Promise<Never, Response, ConnectionError>,
    cancellingAt step: Int,
    _ random: inout Generator
  ) async -> Bool {
    for number in 0... {
      if promise.settled != nil { return false }
      if number == step { break }
      for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
      clock.advance(by: .milliseconds(Int.random(in: 0...700, using: &random)))
      refreshClock.advance(by: .milliseconds(Int.random(in: 0...700, using: &random)))
    }
    promise.cancel()
    return promise.settled?.errorInfo?.isCancelled == true
  }
}

/// Some of the middleware, in some order, and the most that it may send.
private struct Stack: CustomStringConvertible {
  let server: MoodyServer
  private(set) var middleware: [Middleware] = []
  private(set) var limit = 1

  init(_ clock: TestClock, _ refreshClock: TestClock, _ random: inout Generator) {
    server = MoodyServer(clock, seed: Int.random(in: 0..<1_000_000, using: &random))
    if Bool.random(using: &random) {
      let retries = Int.random(in: 0...4, using: &random)
      let backoff = Backoff.constant(.milliseconds(Int.random(in: 0...900, using: &random)))
      middleware.append(.retry(RetryPolicy(limit: retries, backoff: backoff, budget: nil), clock: clock))
      limit *= retries + 1
    }
    if Bool.random(using: &random) {
      middleware.append(
        .authorize(CredentialStore("old", by: Locksmith(clock: refreshClock), policy: RefreshPolicy(clock: clock)))
      )
      limit *= 3
    }
    if Bool.random(using: &random) { middleware.append(.timeout(attempt: Self.time(&random), clock: clock)) }
    if Bool.random(using: &random) { middleware.append(.timeout(total: Self.time(&random), clock: clock)) }
    middleware.shuffle(using: &random)
  }

  private static func time(_ random: inout Generator) -> Duration {
    .milliseconds(Int.random(in: 1...3_000, using: &random))
  }

  var description: String { "\(Stage.sending(over: server).wrapped(in: middleware))" }
}

private struct Locksmith: Authenticator {
  let clock: TestClock

  func apply(_ key: String, to request: inout Request) { request.headers["X-Key"] = key }

  func refresh(_ key: String) async throws -> String {
    try await clock.sleep(for: .milliseconds(300))
    return "new"
  }
}

/// A server that answers now, later, never, or not as one would like.
private final class MoodyServer: HTTPConnector {
  private struct State: Sendable {
    var random: Generator
    var exchanges: [StubConnector] = []
    var endless: [StubConnector] = []
  }

  private let clock: TestClock
  private let state: Locked<State>

  init(_ clock: TestClock, seed: Int) {
    self.clock = clock
    state = Locked(State(random: Generator(seed)))
  }

  var requestCount: Int { state.withLock { $0.exchanges.count } }

  /// How many exchanges that never end were not cancelled.
  var inFlight: Int { state.withLock { $0.endless }.count { $0.cancelCount == 0 } }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {}
  func cancel() {}

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let (mood, delay) = state.withLock { state in
      (Int.random(in: 0...5, using: &state.random), Int.random(in: 0...900, using: &state.random))
    }
    let status = [200, 401, 503, 503][min(mood, 3)]
    let connector =
      switch mood {
      case 5: StubConnector.neverAnswering
      case 4: StubConnector.failing(URLError(.networkConnectionLost))
      default: StubConnector(Response(statusCode: status))
      }
    let exchange = delay > 600 && mood < 5 ? connector.delayed(by: .milliseconds(delay), clock: clock) : connector
    state.withLock { state in
      state.exchanges.append(exchange)
      if mood == 5 { state.endless.append(exchange) }
    }
    return exchange.start(request, progress: progress, complete: complete)
  }
}
