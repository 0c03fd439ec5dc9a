/// How many calls there were of late, and how many of them failed: ten buckets that follow each other in time.
struct SampleWindow: Sendable {
  private struct Bucket: Sendable {
    var calls = 0
    var failures = 0
  }

  private static let size = 10

  private var buckets: [Bucket] = []
  private var current = 0
  private(set) var calls = 0
  private(set) var failures = 0

  /// Counts a call, and forgets those that were longer ago than the duration.
  mutating func add(isFailure: Bool, at now: Duration, within duration: Duration) {
    advance(to: Self.index(now, duration))
    calls += 1
    buckets[current % Self.size].calls += 1
    guard isFailure else { return }
    failures += 1
    buckets[current % Self.size].failures += 1
  }

  private mutating func advance(to index: Int) {
    if buckets.isEmpty || index - current >= Self.size {
      self = SampleWindow()
      buckets = Array(repeating: Bucket(), count: Self.size)
      current = index
    }
    while current < index {
      current += 1
      calls -= buckets[current % Self.size].calls
      failures -= buckets[current % Self.size].failures
      buckets[current % Self.size] = Bucket()
    }
  }

  /// The number of the bucket that a time falls into.
  private static func index(_ now: Duration, _ duration: Duration) -> Int {
    guard duration > .zero else { return 0 }
    return Int(min(max(now / duration * Double(size), 0), 1e15))
  }
}
