import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseRetryTests {
  private let clock = PromiseTestClock()
  private let tries = Record<Int>()

  /// A promise that fails so many times, with the number of the try, and then is fulfilled with it.
  private func flaky(failing failures: Int, paused: Bool = false) -> Number {
    Number(paused: paused) { [tries] progress, fulfill, reject, _ in
      tries.add(1)
      let count = tries.all.count
      progress(count)
      if count <= failures { reject(.numbered(count)) } else { fulfill(count) }
    }
  }

  @Test func `runs the initializer again until it is fulfilled`() {
    #expect(flaky(failing: 2).retry(3).settled == .fulfilled(3))
    #expect(tries.all.count == 3)
  }

  @Test func `fails with the last error once the retries are used up`() {
    #expect(flaky(failing: 9).retry(2).settled == .rejected(.numbered(3)))
    #expect(flaky(failing: 9).retry(0).settled == .rejected(.numbered(4)))
  }

  @Test func `of a derived promise, runs the chain up to its first initializer`() {
    let parsed = Record<Int>()
    let source = flaky(failing: 0, paused: true)
    let promise =
      source
      .success { Number(value: $0 * 10) }
      .trySuccess { value in
        parsed.add(value)
        return value < 30 ? Result<Int, Mishap>.failure(.numbered(value)) : .success(value)
      }
      .retry(5)

    source.resume()

    #expect(promise.settled == .fulfilled(30))
    #expect(parsed.all == [10, 20, 30])
  }

  @Test func `begins with the value of a promise that was fulfilled before the chain went on`() {
    let parsed = Record<Int>()

    let promise = flaky(failing: 0)
      .trySuccess { value in
        parsed.add(value)
        return parsed.all.count < 3 ? Result<Int, Mishap>.failure(.lost) : .success(value)
      }
      .retry(5)

    #expect(promise.settled == .fulfilled(1))
    #expect(parsed.all == [1, 1, 1])
    #expect(tries.all.count == 1)
  }

  @Test func `a fulfilled promise is retried and cloned by its value, and nothing runs`() {
    let heard = Record<Int>()
    let promise = flaky(failing: 0).success { value in
      heard.add(value)
      return value
    }

    let (retried, clone) = (promise.retry(3), promise.clone())

    #expect(retried.settled == .fulfilled(1))
    #expect(clone.settled == .fulfilled(1))
    #expect(tries.all.count == 1)
    #expect(heard.all == [1])
  }

  @Test func `a clone can be made again as the original can`() {
    let clone = flaky(failing: 2).success { $0 * 10 }.clone()

    #expect(clone.settled == .rejected(.numbered(2)))
    #expect(clone.retry(1).settled == .fulfilled(30))
  }

  @Test func `of a connection's promise, makes a new call`() {
    let calls = Record<Int>()
    let (promise, resolver) = Number.owned(again: {
      calls.add(1)
      return Number(value: 7)
    })
    let retried = promise.success { $0 + 1 }.retry(1)

    resolver.reject(.lost)

    #expect(retried.settled == .fulfilled(8))
    #expect(calls.all == [1])
  }

  @Test func `a promise that cannot be made again fails as it does`() {
    let (promise, resolver) = Number.pending()
    let retried = promise.retry(3)

    resolver.reject(.lost)

    #expect(retried.settled == .rejected(.lost))
  }

  @Test func `retries only the errors that the condition accepts`() {
    let retried = flaky(failing: 9).retry(5, when: { $0 != .numbered(2) })

    #expect(retried.settled == .rejected(.numbered(2)))
  }

  @Test func `waits before each retry, with backoff, on the clock`() async {
    let retried = flaky(failing: 3).retry(3, after: .exponential(from: .seconds(1)), clock: clock)

    for count in 1...3 {
      await clock.slept(count)
      clock.advance(by: .seconds(4))
    }

    #expect(await retried.outcome == .fulfilled(4))
    #expect(clock.waits == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test func `cancelling ends the wait`() async {
    let retried = flaky(failing: 9).retry(3, after: .constant(.seconds(1)), clock: clock)
    await clock.slept(1)

    retried.cancel(error: .lost)

    #expect(retried.settled == .cancelled(.lost))
    while clock.sleeping > 0 { await Task.yield() }
    #expect(tries.all.count == 1)
  }

  @Test func `cancelling ends the current try, the original and later ones`() {
    let cancels = Record<Int>()
    let kept = Record<Number.Reject>()
    let promise = Number { [tries] _, _, reject, configure in
      tries.add(1)
      let number = tries.all.count
      kept.add(reject)
      configure.cancel = { cancels.add(number) }
    }
    let first = promise.retry(1)
    first.cancel()
    let second = promise.success { $0 }.retry(1)
    kept.all[0](.lost)
    #expect(second.settled == .cancelled(nil))

    let third = Number { _, _, reject, configure in
      kept.add(reject)
      configure.cancel = { cancels.add(kept.all.count) }
    }.retry(1)
    kept.all[1](.lost)
    third.cancel()

    #expect(first.settled == .cancelled(nil))
    #expect(third.settled == .cancelled(nil))
    #expect(cancels.all == [1, 3])
  }

  @Test func `a cancelled try is never retried`() {
    let promise = Number { [tries] _, _, _, _ in tries.add(1) }

    #expect(promise.retry(3).settled == .cancelled(nil))
    #expect(tries.all.count == 1)
  }

  @Test func `reports the progress of the current try`() {
    let kept = Record<(Number.Report, Number.Reject)>()
    let heard = Record<Int>()
    Number { progress, _, reject, _ in kept.add((progress, reject)) }.retry(1).progress { _, new in heard.add(new) }

    kept.all[0].0(1)
    kept.all[0].1(.lost)
    kept.all[1].0(2)

    #expect(heard.all == [1, 2])
  }

  @Test func `resuming starts a promise that was not started`() {
    let retried = Number(paused: true) { [tries] _, fulfill, reject, _ in
      tries.add(1)
      if tries.all.count < 2 { reject(.lost) } else { fulfill(2) }
    }.retry(1)

    #expect(tries.all.isEmpty)
    retried.resume()

    #expect(retried.settled == .fulfilled(2))
  }

  @Test func `a clone runs the initializer once more, and leaves the original as it is`() {
    let promise = flaky(failing: 1).success { $0 * 10 }

    let clone = promise.clone()

    #expect(promise.settled == .rejected(.numbered(1)))
    #expect(clone.settled == .fulfilled(20))
    #expect(Number.pending().promise.clone().settled == .cancelled(nil))
  }

  @Test func `many retries use no stack`() {
    #expect(flaky(failing: 10_000).retry(.max).settled == .fulfilled(10_001))
  }

  @Test func `backoff grows to its limit, and jitter takes a share of it`() {
    let growing = Backoff.exponential(from: .seconds(1), factor: 3, limit: .seconds(10))

    #expect((1...4).map { growing($0) } == [.seconds(1), .seconds(3), .seconds(9), .seconds(10)])
    #expect(growing(1_000_000) == .seconds(10))
    #expect(growing.jittered(0.5, random: { 1 })(1) == .milliseconds(500))
    #expect(growing.jittered(random: { 0 })(1) == .seconds(1))
    #expect((Duration.zero...growing(2)).contains(growing.jittered()(2)))
    #expect(Backoff { _ in .seconds(-1) }(1) == .zero)
    #expect(Backoff.none(1) == .zero)
  }
}
