import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What holds for every stack of limits, breakers, hedges, fallbacks and shared requests, whatever happens to its calls.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct GuardLawTests {
  /// A stack that a test makes up, with what must hold of it.
  private struct Stack {
    let connector = ManualConnector()
    let clock = TestClock()
    let flights = CoalesceStrategy(ignoring: [])
    let limiter: ConcurrencyLimitStrategy
    let attempts: Int
    let pipeline: Pipeline<Request, Response>

    init(_ random: inout Generator) {
      let (clock, flights) = (clock, flights)
      let limiter = ConcurrencyLimitStrategy(limit: Int.random(in: 1...4, using: &random), queue: .max, scope: .perHost)
      let attempts = Int.random(in: 1...3, using: &random)
      let policy = CircuitPolicy(of: 5, breakDuration: .seconds(1))
      let optional: [Middleware] = [
        .rateLimit(20, per: .seconds(1), burst: 5, queue: .max, clock: clock),
        .circuitBreaker(policy, clock: clock),
        .fallback(to: Response(statusCode: 203)),
        .hedge(after: .milliseconds(100), attempts: attempts, clock: clock),
        .coalesce(by: flights),
      ]
      var used = optional.filter { _ in Bool.random(using: &random) }
      used.append(.concurrencyLimit(by: limiter))
      pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: used.shuffled(using: &random)))
      self.limiter = limiter
      self.attempts = used.contains { $0.name == "hedge" } ? attempts : 1
    }

    func request(_ path: Int) -> Request { Request(url: URL(string: "http://h.test/\(path)") ?? URL(filePath: "/")) }

    /// Lets something happen to those in flight.
    func happen(_ random: inout Generator) {
      guard let number = connector.open.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: connector.fail(number, URLError(.networkConnectionLost))
      case 1: connector.answer(number, Response(statusCode: 503))
      case 2: connector.fail(number, URLError(.cancelled))
      default: connector.answer(number)
      }
    }
  }

  @Test(.serialized, arguments: 0..<60)
  func `every call ends once, wakes every wait and returns every permit, and no more is sent than allowed`(
    seed: Int
  ) async throws {
    var random = Generator(seed)
    let stack = Stack(&random)
    var promises: [Promise<Never, Response, ConnectionError>] = []
    let ends = Record<Int>()

    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let index = promises.count
        let promise = stack.pipeline.start(stack.request(Int.random(in: 0..<5, using: &random)))
        promise.on(success: { _ in ends.add(index) }, failure: { _, _ in ends.add(index) })
        promises.append(promise)
      case 4, 5: promises.randomElement(using: &random)?.cancel()
      case 6, 7: stack.happen(&random)
      case 8: stack.clock.advance(by: .milliseconds(Int.random(in: 0...150, using: &random)))
      default: for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
      }
    }
    if seed.isMultiple(of: 2) { for promise in promises { promise.cancel() } }
    while promises.contains(where: { $0.settled == nil }) || !stack.limiter.isIdle(for: stack.request(0)) {
      stack.happen(&random)
      stack.clock.advanceToNextSleeper()
      await Task.yield()
    }

    while ends.all.count < promises.count { await Task.yield() }
    while stack.clock.sleeperCount > 0 || !stack.connector.open.isEmpty || stack.flights.count > 0 {
      await Task.yield()
    }
    #expect(ends.all.sorted() == Array(promises.indices))
    #expect(stack.connector.peak <= stack.limiter.limit * stack.attempts)
    #expect(stack.connector.requests.count <= promises.count * stack.attempts)
  }
}
