import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct SlidingWindowCounterTests {
  @Test(.serialized, arguments: 0..<50)
  func `counts what came in the present tenth of the duration, and in the nine before`(seed: Int) {
    var random = Generator(seed)
    var window = SlidingWindowCounter()
    var added: [(tenth: Int, isFailure: Bool)] = []
    var now = 0

    for _ in 0..<300 {
      now += Int.random(in: 0...(Bool.random(using: &random) ? 500 : 5_000), using: &random)
      added.append((now / 1_000, Bool.random(using: &random)))
      window.count(isFailure: added.last?.isFailure == true, at: .milliseconds(now), within: .seconds(10))

      let counted = added.filter { $0.tenth > now / 1_000 - 10 }
      #expect(window.total.calls == counted.count)
      #expect(window.total.marks == counted.count { $0.isFailure })
    }
  }

  @Test func `a long pause costs no more than a short one`() {
    var window = SlidingWindowCounter()
    window.count(isFailure: true, at: .zero, within: .microseconds(1))

    window.count(isFailure: false, at: .seconds(1_000_000_000), within: .microseconds(1))

    #expect(window.total.calls == 1)
    #expect(window.total.marks == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
  func `senseless durations are no trap`(duration: Duration) {
    var window = SlidingWindowCounter()

    for second in [0, 5, -5, 1_000] { window.count(isFailure: true, at: .seconds(second), within: duration) }

    #expect(window.total.calls == 4)
  }
}

extension SlidingWindowCounter {
  fileprivate mutating func count(isFailure: Bool, at time: Duration, within window: Duration) {
    add(calls: 1, marks: isFailure ? 1 : 0, at: Self.slice(at: time, window: window))
  }
}
