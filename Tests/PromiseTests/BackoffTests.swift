import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct BackoffTests {
  private static let endless = Duration.seconds(Int64.max)

  private static let table: [(Backoff, [Double])] = [
    (.none, [0, 0, 0, 0]),
    (.constant(.seconds(2)), [2, 2, 2, 2]),
    (.linear(by: .seconds(2), limit: .seconds(7)), [2, 4, 6, 7]),
    (.linear(by: .zero), [0, 0, 0, 0]),
    (.exponential(from: .seconds(1), limit: .seconds(5)), [1, 2, 4, 5]),
    (.exponential(from: .seconds(1), factor: 3), [1, 3, 9, 27]),
    (.exponential(from: .seconds(4), factor: 0.5), [4, 2, 1, 0.5]),
    (.exponential(from: .seconds(3), factor: 1), [3, 3, 3, 3]),
    (.exponential(from: .seconds(1)).limited(to: .seconds(3)), [1, 2, 3, 3]),
    (.exponential(from: .seconds(8)).jittered(random: { 0.5 }), [4, 8, 16, 30]),
    (.exponential(from: .seconds(8)).jittered(0.5, random: { 0.5 }), [6, 12, 24, 45]),
    (Backoff { .seconds($0 * 10) }, [10, 20, 30, 40]),
    (Backoff { retry, previous in previous + .seconds(retry) }, [1, 3, 6, 10]),
  ]

  @Test(arguments: table)
  func `waits as it says`(backoff: Backoff, seconds: [Double]) {
    #expect(waits(backoff) == seconds.map { .seconds($0) })
  }

  @Test(
    arguments: [
      (0.0, [1.0, 1, 1, 1]), (1, [3, 9, 20, 20]), (0.5, [2, 3.5, 5.75, 9.125]),
    ] as [(Double, [Double])]
  )
  func `decorrelated jitter is drawn between the first wait and three times the last`(
    draw: Double,
    seconds: [Double]
  ) {
    let backoff = Backoff.decorrelated(from: .seconds(1), limit: .seconds(20), random: { draw })

    #expect(waits(backoff) == seconds.map { .seconds($0) })
  }

  @Test(.serialized, arguments: 0..<50)
  func `decorrelated jitter stays within its limits, whatever is drawn`(seed: Int) {
    let random = Locked(Generator(seed))
    let backoff = Backoff.decorrelated(from: .milliseconds(100), limit: .seconds(3)) {
      random.withLock { Double.random(in: 0...1, using: &$0) }
    }

    var previous = Duration.zero
    for retry in 1...50 {
      let wait = backoff(retry, after: previous)
      #expect(wait >= .milliseconds(100) && wait <= min(.seconds(3), max(previous, .milliseconds(100)) * 3))
      previous = wait
    }
  }

  @Test(arguments: [
    Backoff.constant(.seconds(-5)), .constant(endless), .linear(by: endless, limit: endless), .linear(by: .seconds(-1)),
    .exponential(from: endless, factor: .infinity, limit: endless), .exponential(from: .seconds(1), factor: .nan),
    .exponential(from: .seconds(1), factor: 1e300, limit: endless), .exponential(from: .seconds(-1)),
    .constant(.seconds(1)).jittered(.nan), .constant(.seconds(1)).jittered(random: { -.infinity }),
    .constant(endless).jittered(-7, random: { 1e300 }), .decorrelated(from: endless, limit: endless, random: { .nan }),
    .decorrelated(from: .seconds(-1), random: { 7 }), .constant(.seconds(1)).limited(to: .seconds(-1)),
  ])
  func `no wait is below zero or above a century, whatever it is made of`(backoff: Backoff) {
    for retry in [Int.min, -1, 0, 1, 2, 1_000, Int.max] {
      for previous in [Duration.zero, .seconds(-1), .seconds(1), Self.endless] {
        let wait = backoff(retry, after: previous)
        #expect(wait >= .zero && wait <= .century)
      }
    }
  }

  @Test(arguments: [
    (Duration.seconds(10), "10s"), (.milliseconds(250), "0.25s"), (.zero, "0s"), (.seconds(-1), "-1s"),
  ])
  func `a duration is written in seconds`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }

  /// The first four waits of a call.
  private func waits(_ backoff: Backoff) -> [Duration] {
    (1...4).reduce(into: []) { waits, retry in waits.append(backoff(retry, after: waits.last ?? .zero)) }
  }
}
