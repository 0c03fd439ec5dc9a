import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct LatencyHistogramTests {
  @Test func `nothing is known of a few`() {
    var histogram = LatencyHistogram()

    for _ in 0..<19 { histogram.add(.seconds(1)) }
    let before = histogram.percentile(0.5)
    histogram.add(.seconds(1))

    #expect(before == nil)
    #expect(histogram.percentile(0.5) != nil)
  }

  @Test(.serialized, arguments: 0..<100)
  func `a percentile is the time itself, to an eighth`(seed: Int) throws {
    var random = Generator(seed)
    let spread = 1 << Int.random(in: 0..<30, using: &random)
    let latencies = (0..<500).map { _ in Int.random(in: 0...spread, using: &random) }
    var histogram = LatencyHistogram()

    for latency in latencies { histogram.add(.microseconds(latency)) }

    for part in [0.0, 0.01, 0.5, 0.95, 0.99, 1] {
      let exact = latencies.sorted()[max(0, Int((part * 500).rounded(.up)) - 1)]
      let estimate = try #require(histogram.percentile(part))
      #expect(estimate > .microseconds(exact))
      #expect(estimate <= .microseconds(exact + exact / 8 + 1))
    }
  }

  @Test func `old requests count less and less`() throws {
    var histogram = LatencyHistogram()
    for _ in 0..<10_000 { histogram.add(.seconds(1)) }

    for _ in 0..<2_000 { histogram.add(.milliseconds(1)) }

    let percentile = try #require(histogram.percentile(0.5))
    #expect(percentile < .milliseconds(2))
    #expect(histogram.count < 1_000)
  }

  @Test(arguments: [Duration.seconds(-5), .zero, .seconds(Int64.max), .nanoseconds(1)])
  func `senseless times are no trap`(latency: Duration) {
    var histogram = LatencyHistogram()

    for _ in 0..<20 { histogram.add(latency) }

    #expect(histogram.percentile(0.95) != nil)
  }
}
