import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RetryBudgetCounterTests {
  private let clock = TestClock()

  private func counter(ratio: Double = 0.2, minimum: Int = 10) -> RetryBudgetCounter {
    RetryBudgetCounter(ratio, .seconds(10), minimum, AnyClock(clock))
  }

  private func retries(_ counter: RetryBudgetCounter, to host: String = "h:80") -> Int {
    (0..<1_000).prefix { _ in counter.retry(to: host) }.count
  }

  @Test(arguments: [(0, 10), (49, 10), (50, 10), (100, 20), (500, 100)])
  func `every fifth call may be retried, and ten in any case`(calls: Int, allowed: Int) {
    let counter = counter()
    for _ in 0..<calls { counter.call(to: "h:80") }

    #expect(retries(counter) == allowed)
  }

  @Test func `ten-second-old events are forgotten, slice by slice`() {
    let counter = counter(minimum: 0)
    for _ in 0..<50 { counter.call(to: "h:80") }
    clock.advance(by: .seconds(5))
    for _ in 0..<50 { counter.call(to: "h:80") }

    #expect(retries(counter) == 20)
    clock.advance(by: .seconds(5))
    #expect(retries(counter) == 0)
    clock.advance(by: .seconds(5))
    #expect(retries(counter) == 0)
    counter.call(to: "h:80")
    #expect(retries(counter) == 1)
  }

  @Test func `a server without recent requests starts over`() {
    let counter = counter()
    #expect(retries(counter) == 10)

    clock.advance(by: .seconds(1_000_000_000))

    #expect(retries(counter) == 10)
  }

  @Test func `each server has its own budget`() {
    let counter = counter()

    #expect(retries(counter, to: "a:80") == 10)
    #expect(retries(counter, to: "b:80") == 10)
  }

  @Test(arguments: [-1.0, .nan, 0])
  func `without a ratio and a minimum nothing is retried`(ratio: Double) {
    let counter = counter(ratio: ratio, minimum: -5)
    for _ in 0..<100 { counter.call(to: "h:80") }

    #expect(retries(counter) == 0)
  }

  @Test func `a window of no length is one of a millisecond`() {
    let counter = RetryBudgetCounter(.infinity, .seconds(-1), 1, AnyClock(clock))

    #expect(retries(counter) == 1)
    clock.advance(by: .milliseconds(1))
    #expect(retries(counter) == 1)
  }

  @Test func `on the continuous clock, all users share a budget's count, and on another clock, none do`() {
    let budget = RetryBudget()
    let anyClock = AnyClock(clock)

    #expect(budget.counter(on: ContinuousClock(), anyClock) === budget.counter(on: ContinuousClock(), anyClock))
    #expect(budget.counter(on: clock, anyClock) !== budget.counter(on: clock, anyClock))
    #expect(RetryPolicy().budget?.counter === RetryPolicy.default.budget?.counter)
  }
}
