import Testing

@testable import AbstractHTTP

struct SampleWindowTests {
  @Test(.serialized, arguments: 0..<50)
  func `counts what came in the present tenth of the duration, and in the nine before`(seed: Int) {
    var random = Generator(seed)
    var window = SampleWindow()
    var added: [(tenth: Int, isFailure: Bool)] = []
    var now = 0

    for _ in 0..<300 {
      now += Int.random(in: 0...(Bool.random(using: &random) ? 500 : 5_000), using: &random)
      added.append((now / 1_000, Bool.random(using: &random)))
      window.add(isFailure: added.last?.isFailure == true, at: .milliseconds(now), within: .seconds(10))

      let counted = added.filter { $0.tenth > now / 1_000 - 10 }
      #expect(window.calls == counted.count)
      #expect(window.failures == counted.count { $0.isFailure })
    }
  }

  @Test func `a long pause costs no more than a short one`() {
    var window = SampleWindow()
    window.add(isFailure: true, at: .zero, within: .microseconds(1))

    window.add(isFailure: false, at: .seconds(1_000_000_000), within: .microseconds(1))

    #expect(window.calls == 1)
    #expect(window.failures == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
  func `senseless durations are no trap`(duration: Duration) {
    var window = SampleWindow()

    for second in [0, 5, -5, 1_000] { window.add(isFailure: true, at: .seconds(second), within: duration) }

    #expect(window.calls == 4)
  }
}
