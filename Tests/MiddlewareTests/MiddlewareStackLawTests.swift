import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What holds for every stack of any of the built-in middleware, whatever the order of use and whatever happens to the calls.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct MiddlewareStackLawTests {
  @Test(.serialized, arguments: 0..<20)
  func `the printed order is the canonical one, whatever the order of use`(seed: Int) {
    var random = Generator(seed)
    let all = Catalog(seed: seed).all.map(\.middleware).shuffled(using: &random)

    let connection = Connection(Ping()).use(all)

    #expect(
      "\(connection)" == """
        makeRequest → onStart → observe { own { fallback { coalesce { cache { totalTimeout(3s) { rateLimit(20 per 1s) { \
        retry(2) { bearer { circuitBreaker { concurrencyLimit(3) { hedge { timeout(1s) { attempt { record { send \
        } } } } } } } } } } } } } } } → onReceived → validate → parse → onReceivedModel → deliver(main)
        """
    )
  }

  @Test(.serialized, arguments: 0..<60)
  func `every call ends once, no wait and no transfer is left, and no more is sent than allowed`(seed: Int) async throws
  {
    var random = Generator(seed)
    let catalog = Catalog(seed: seed)
    let used = catalog.all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
    let calls = (0..<20).map { _ in Call(over: catalog.manual, used.map(\.middleware)) }

    for call in calls { call.connection.start() }
    for _ in 0..<100 {
      if Int.random(in: 0..<8, using: &random) == 0 { calls.randomElement(using: &random)?.connection.cancel() }
      catalog.happen(&random)
      for _ in 0..<Int.random(in: 0...5, using: &random) { await Task.yield() }
    }
    if seed.isMultiple(of: 2) { for call in calls { call.connection.cancel() } }
    while calls.contains(where: { $0.ends.all.isEmpty }) || catalog.isBusy {
      catalog.happen(&random)
      await Task.yield()
    }

    #expect(calls.map(\.ends.all.count) == calls.map { _ in 1 })
    #expect(catalog.manual.requests.count <= used.reduce(calls.count) { $0 * $1.factor })
    #expect(calls.allSatisfy { !ConnectionHolder.shared.contains($0.connection) })
  }

  @Test(.serialized, arguments: 0..<60)
  func `the time limit of a call holds to the tick of its clock`(seed: Int) async throws {
    var random = Generator(seed)
    let catalog = Catalog(seed: seed)
    let clock = catalog.clock
    let limit = Duration.nanoseconds(Int.random(in: 1_000_000...4_000_000_000, using: &random) * 2 + 1)
    let others = catalog.all.filter {
      !$0.middleware.name.hasPrefix("totalTimeout") && $0.middleware.name != "fallback" && Bool.random(using: &random)
    }
    let stack = (others.map(\.middleware) + [.timeout(total: limit, clock: clock)]).shuffled(using: &random)
    let promise = Pipeline(Stage.sending(over: catalog.manual).wrapped(in: stack)).start(
      Request(url: URL(filePath: "/"))
    )
    while !clock.waits.contains(limit), promise.settled == nil { await Task.yield() }

    while clock.now.offset < limit, promise.settled == nil {
      if Bool.random(using: &random) { catalog.answer(&random) }
      for _ in 0..<Int.random(in: 0...5, using: &random) { await Task.yield() }
      let step = Duration.milliseconds(Int.random(in: 0...400, using: &random))
      let rest = limit - clock.now.offset - .nanoseconds(1)
      clock.advance(by: rest > .zero ? min(step, rest) : .nanoseconds(1))
    }

    let error = await promise.outcome.errorInfo?.error
    let isTimedOut = (error?.nativeError as? TimedOut)?.scope == .total
    #expect(!isTimedOut || clock.now.offset == limit)
    #expect(isTimedOut || clock.now.offset <= limit)
  }
}

private struct Ping: ConnectionSpec {
  typealias ResponseModel = Response
  let url = "http://h.test/"

  func validate(response: Response) -> Bool { true }
}

/// A connection of the test's, and how often it ended.
private struct Call {
  let connection = Connection(Ping())
  let ends = Record<Bool>()

  init(over connector: any HTTPConnector, _ middleware: [Middleware]) {
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    connection.use(middleware).addOnEnd { [ends] _, _, error in ends.add(error == nil) }
  }
}

/// One of each of the built-in middleware, on one clock, and a server that answers when it likes.
private struct Catalog {
  let manual = ManualConnector()
  let clock = TestClock()
  let refreshClock = TestClock.immediate()
  let flights = CoalesceStrategy(ignoring: [])
  /// Each with the number of requests that it may make of one.
  let all: [(middleware: Middleware, factor: Int)]

  init(seed: Int) {
    let (clock, refreshClock, flights) = (clock, refreshClock, flights)
    let tokens = BearerTokens(BearerToken(access: "1"), policy: RefreshPolicy(clock: clock)) { old in
      try await refreshClock.sleep(for: .seconds(1))
      return BearerToken(access: old.access + "1")
    }
    let retrying = RetryPolicy(limit: 2, backoff: .constant(.milliseconds(300)), budget: nil)
    all = [
      (.observe(clock: clock) { _ in }, 1),
      (Middleware("own") { request, next in try await next(request) }, 1),
      (.fallback(to: Response(statusCode: 203)), 1),
      (.coalesce(by: flights), 1),
      (.cache(MemoryCache()), 1),
      (.timeout(attempt: .seconds(1), total: .seconds(3), clock: clock), 1),
      (.rateLimit(20, per: .seconds(1), burst: 5, queue: .max, clock: clock), 1),
      (.retry(retrying, clock: clock), 3),
      (.bearer(tokens), 3),
      (.circuitBreaker(CircuitPolicy(of: 50, breakDuration: .seconds(1)), clock: clock), 1),
      (.concurrencyLimit(3, queue: .max), 1),
      (.hedge(after: .milliseconds(100), attempts: 2, clock: clock), 2),
      (Middleware("attempt", at: .attempt) { request, next in try await next(request) }, 1),
      (.record(into: HTTPArchiveRecorder(), clock: clock), 1),
    ]
  }

  /// Whether somebody still sleeps, or something is in flight.
  var isBusy: Bool { clock.sleeperCount > 0 || !manual.open.isEmpty || flights.count > 0 }

  func happen(_ random: inout Generator) {
    if Bool.random(using: &random) {
      answer(&random)
    } else {
      clock.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
    }
  }

  func answer(_ random: inout Generator) {
    guard let number = manual.open.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: manual.fail(number, URLError(.networkConnectionLost))
    case 1, 2: manual.answer(number, Response(statusCode: 503))
    case 3: manual.answer(number, Response(statusCode: 401))
    case 4: manual.fail(number, URLError(.cancelled))
    default: manual.answer(number)
    }
  }
}
