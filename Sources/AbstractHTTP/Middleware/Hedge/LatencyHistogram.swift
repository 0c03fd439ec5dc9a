/// A histogram of request durations, with exponential buckets, eight for each doubling. Older requests count less.
struct LatencyHistogram: Sendable {
  /// The minimum number of counted requests for a meaningful percentile.
  static let minimumCount = 20
  /// The total at which all counts are halved.
  private static let capacity = 1_000

  private var counts: [UInt16] = []
  private(set) var count = 0

  /// Counts a request.
  mutating func add(_ latency: Duration) {
    if counts.isEmpty { counts = Array(repeating: 0, count: Self.bucketCount) }
    counts[Self.bucket(of: latency)] += 1
    count += 1
    guard count >= Self.capacity else { return }
    count = 0
    for index in counts.indices {
      counts[index] /= 2
      count += Int(counts[index])
    }
  }

  /// Returns the time within which a fraction of the requests ended; `nil` if too few were counted.
  func percentile(_ part: Double) -> Duration? {
    guard count >= Self.minimumCount else { return nil }
    var left = max(1, Int((part * Double(count)).rounded(.up)))
    for (index, count) in counts.enumerated() {
      left -= Int(count)
      if left <= 0 { return Self.upperBound(of: index) }
    }
    return nil
  }

  // Buckets 0 to 7 are microseconds 0 to 7; above that, each doubling has eight buckets.
  private static let bucketCount = 34 * 8

  private static func bucket(of latency: Duration) -> Int {
    let (seconds, attoseconds) = latency.components
    let microseconds = min(max(seconds, 0), 4_000) * 1_000_000 + max(attoseconds, 0) / 1_000_000_000_000
    guard microseconds >= 8 else { return Int(microseconds) }
    let doubling = 63 - microseconds.leadingZeroBitCount
    return min((doubling - 2) * 8 + Int(microseconds >> (doubling - 3)) & 7, bucketCount - 1)
  }

  private static func upperBound(of bucket: Int) -> Duration {
    guard bucket >= 8 else { return .microseconds(bucket + 1) }
    return .microseconds((bucket % 8 + 9) << (bucket / 8 - 1))
  }
}
