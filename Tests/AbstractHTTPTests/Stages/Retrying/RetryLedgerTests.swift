import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP

struct RetryLedgerTests {
  private let clock = TestClock()

  private func ledger(ratio: Double = 0.2, minimum: Int = 10) -> RetryLedger {
    RetryLedger(ratio, .seconds(10), minimum, Timepiece(clock))
  }

  private func retries(_ ledger: RetryLedger, to host: String = "h:80") -> Int {
    (0..<1_000).prefix { _ in ledger.retry(to: host) }.count
  }

  @Test(arguments: [(0, 10), (49, 10), (50, 10), (100, 20), (500, 100)])
  func `every fifth call may be retried, and ten in any case`(calls: Int, allowed: Int) {
    let ledger = ledger()
    for _ in 0..<calls { ledger.call(to: "h:80") }

    #expect(retries(ledger) == allowed)
  }

  @Test func `what is ten seconds old is forgotten, slice by slice`() {
    let ledger = ledger(minimum: 0)
    for _ in 0..<50 { ledger.call(to: "h:80") }
    clock.advance(by: .seconds(5))
    for _ in 0..<50 { ledger.call(to: "h:80") }

    #expect(retries(ledger) == 20)
    clock.advance(by: .seconds(5))
    #expect(retries(ledger) == 0)
    clock.advance(by: .seconds(5))
    #expect(retries(ledger) == 0)
    ledger.call(to: "h:80")
    #expect(retries(ledger) == 1)
  }

  @Test func `a server that was left alone for long begins anew`() {
    let ledger = ledger()
    #expect(retries(ledger) == 10)

    clock.advance(by: .seconds(1_000_000_000))

    #expect(retries(ledger) == 10)
  }

  @Test func `each server has its own budget`() {
    let ledger = ledger()

    #expect(retries(ledger, to: "a:80") == 10)
    #expect(retries(ledger, to: "b:80") == 10)
  }

  @Test(arguments: [-1.0, .nan, 0])
  func `without a ratio and a minimum nothing is retried`(ratio: Double) {
    let ledger = ledger(ratio: ratio, minimum: -5)
    for _ in 0..<100 { ledger.call(to: "h:80") }

    #expect(retries(ledger) == 0)
  }

  @Test func `a window of no length is one of a millisecond`() {
    let ledger = RetryLedger(.infinity, .seconds(-1), 1, Timepiece(clock))

    #expect(retries(ledger) == 1)
    clock.advance(by: .milliseconds(1))
    #expect(retries(ledger) == 1)
  }

  @Test func `on the continuous clock all share the count of a budget, and on another nobody does`() {
    let budget = RetryBudget()
    let timepiece = Timepiece(clock)

    #expect(budget.ledger(on: ContinuousClock(), timepiece) === budget.ledger(on: ContinuousClock(), timepiece))
    #expect(budget.ledger(on: clock, timepiece) !== budget.ledger(on: clock, timepiece))
    #expect(RetryPolicy().budget?.ledger === RetryPolicy.default.budget?.ledger)
  }
}
