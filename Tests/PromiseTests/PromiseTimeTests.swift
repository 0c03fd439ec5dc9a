import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseTimeTests {
  private let clock = PromiseTestClock()

  @Test func `timeout fails with the error given, and cancels the source`() async {
    let (promise, openEnd) = Text.pending()
    let limited = promise.timeout(.seconds(5), failing: .lost, clock: clock)
    await clock.slept(1)

    clock.advance(by: .seconds(5))

    #expect(await limited.outcome == .rejected(.lost))
    #expect(await promise.outcome == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `timeout cancels without an error, and spares a source with other listeners`() async {
    let (promise, openEnd) = Text.pending()
    promise.on()
    let limited = promise.timeout(.seconds(5), clock: clock)
    await clock.slept(1)

    clock.advance(by: .seconds(5))

    #expect(await limited.outcome == .cancelled(nil))
    #expect(promise.state == .running)
    withExtendedLifetime(openEnd) {}
  }

  @Test func `in time, a timeout passes value and progress on, and ends its wait`() async {
    let (promise, resolver) = Text.pending()
    let heard = Record<Int>()
    let limited = promise.timeout(.seconds(5), failing: .lost, clock: clock).progress { _, new in heard.add(new) }
    await clock.slept(1)

    resolver.report(1)
    resolver.fulfill("done")

    #expect(limited.settled == .fulfilled("done"))
    #expect(heard.all == [1])
    while clock.sleeping > 0 { await Task.yield() }
  }

  @Test func `a timeout is retried`() async {
    let tries = Record<Int>()
    let kept = Record<Text.Fulfill>()
    let retried = Text { _, fulfill, _, _ in
      tries.add(1)
      kept.add(fulfill)
      if tries.all.count == 2 { fulfill("done") }
    }
    .timeout(.seconds(5), failing: .lost, clock: clock)
    .retry(1)
    await clock.slept(1)

    clock.advance(by: .seconds(5))

    #expect(await retried.outcome == .fulfilled("done"))
  }

  @Test func `a clock that gives up by itself cancels a delay and a retry`() async {
    let delayed = Text(value: "late").delay(.seconds(3), clock: Unwilling())
    let retried = Text { _, reject in reject(.lost) }.retry(2, after: .constant(.seconds(1)), clock: Unwilling())

    #expect(await delayed.outcome == .cancelled(nil))
    #expect(await retried.outcome == .cancelled(nil))
  }

  @Test func `delay holds a value back for some time, and a failure not at all`() async {
    let delayed = Text(value: "late").delay(.seconds(3), clock: clock)
    let failed = Text(error: .lost).delay(.seconds(3), clock: clock)
    await clock.slept(1)

    #expect(failed.settled == .rejected(.lost))
    #expect(delayed.settled == nil)
    clock.advance(by: .seconds(3))

    #expect(await delayed.outcome == .fulfilled("late"))
    #expect(clock.waits == [.seconds(3)])
  }

  @Test func `cancelling a delay ends its wait`() async {
    let delayed = Text(value: "late").delay(.seconds(3), clock: clock)
    await clock.slept(1)

    delayed.cancel()

    #expect(delayed.settled == .cancelled(nil))
    while clock.sleeping > 0 { await Task.yield() }
  }
}

/// Never sleeps, but says that it was cancelled.
private struct Unwilling: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { .now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
