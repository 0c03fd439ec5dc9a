extension Backoff {
  /// Randomizes each wait, so that clients that failed together don't retry together.
  ///
  /// A share of 1 is the *full jitter* of "Exponential Backoff and Jitter" (Marc Brooker, AWS Architecture Blog, 2015),
  /// and a share of 0.5 is its *equal jitter*.
  ///
  /// - Parameters:
  ///   - share: The random part of each wait, from 0 (none) to 1 (all of it, the default).
  ///   - random: Returns a new random number from 0 to 1 for each wait.
  public func jittered(
    _ share: Double = 1,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Self {
    Self { retry, previous in self(retry, after: previous).scaled(by: 1 - share.asShare * random().asShare) }
  }

  /// Creates a backoff with random waits between the first wait and three times the previous one: the *decorrelated
  /// jitter* of "Exponential Backoff and Jitter" (Marc Brooker, AWS Architecture Blog, 2015).
  ///
  /// ```swift
  /// RetryPolicy(limit: 5, backoff: .decorrelated(from: .milliseconds(200), limit: .seconds(20)))
  /// ```
  ///
  /// - Parameters:
  ///   - first: The shortest wait.
  ///   - limit: The longest wait; a minute by default.
  ///   - random: Returns a new random number from 0 to 1 for each wait.
  public static func decorrelated(
    from first: Duration,
    limit: Duration = .seconds(60),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Self {
    let first = first.clamped
    return Self { _, previous in
      let longest = max(previous.clamped, first).scaled(by: 3)
      return min(first + (longest - first).scaled(by: random().asShare), limit)
    }
  }
}

extension Double {
  /// The number, clamped to a range from 0 to 1.
  fileprivate var asShare: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
