extension Backoff {
  /// Spreads each wait at random, so that many who failed together do not come back together.
  ///
  /// With a share of 1 it is the *full jitter* of "Exponential Backoff and Jitter" (Marc Brooker, AWS Architecture Blog, 2015),
  /// with one of 0.5 the *equal jitter*.
  ///
  /// - Parameters:
  ///   - share: What part of the wait is left to chance: 0 for none, 1 (the default) for all of it.
  ///   - random: A number from 0 to 1, each time anew.
  public func jittered(
    _ share: Double = 1,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Self {
    Self { retry, previous in self(retry, after: previous).scaled(by: 1 - share.asShare * random().asShare) }
  }

  /// A wait drawn between the first and three times the one before: the *decorrelated jitter* of "Exponential Backoff and
  /// Jitter" (Marc Brooker, AWS Architecture Blog, 2015).
  ///
  /// ```swift
  /// RetryPolicy(limit: 5, backoff: .decorrelated(from: .milliseconds(200), limit: .seconds(20)))
  /// ```
  ///
  /// - Parameters:
  ///   - first: The shortest wait.
  ///   - limit: The longest wait; a minute by default.
  ///   - random: A number from 0 to 1, each time anew.
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
  /// The number as a part of a whole, from 0 to 1.
  fileprivate var asShare: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
