/// The wait before each retry.
///
/// ```swift
/// promise.retry(3, after: .exponential(from: .milliseconds(200)))   // waits 0.2 s, 0.4 s, 0.8 s
/// ```
///
/// Every wait is clamped to a range from zero to a century.
public struct Backoff: Sendable {
  private let delay: @Sendable (_ retry: Int, _ previous: Duration) -> Duration

  /// Creates a backoff from a closure that receives the number of the retry, starting at 1.
  public init(_ delay: @escaping @Sendable (_ retry: Int) -> Duration) { self.init { retry, _ in delay(retry) } }

  /// Creates a backoff from a closure that also receives the length of the previous wait: zero before the first retry.
  public init(_ delay: @escaping @Sendable (_ retry: Int, _ previous: Duration) -> Duration) { self.delay = delay }

  /// Returns the wait before a retry.
  ///
  /// - Parameters:
  ///   - retry: The number of the retry, starting at 1.
  ///   - previous: The wait before the previous retry. Zero, the default, if there was none.
  public func callAsFunction(_ retry: Int, after previous: Duration = .zero) -> Duration {
    delay(retry, previous).clamped
  }

  /// A backoff without waits.
  public static var none: Self { Self { _ in .zero } }

  /// Creates a backoff that always waits for the same time.
  public static func constant(_ delay: Duration) -> Self { Self { _ in delay } }

  /// Creates a backoff whose waits grow by a constant step.
  ///
  /// - Parameters:
  ///   - step: The wait before the first retry, and the amount by which each later wait grows.
  ///   - limit: The longest wait; a minute by default.
  public static func linear(by step: Duration, limit: Duration = .seconds(60)) -> Self {
    let step = step.clamped
    let limit = limit.clamped
    return Self { retry in
      guard step > .zero, Double(retry) < limit / step else { return step > .zero ? limit : .zero }
      return step * max(retry, 1)
    }
  }

  /// Creates a backoff whose waits grow by a constant factor.
  ///
  /// - Parameters:
  ///   - first: The wait before the first retry.
  ///   - factor: The multiplier for each later wait; 2 by default.
  ///   - limit: The longest wait; a minute by default.
  public static func exponential(from first: Duration, factor: Double = 2, limit: Duration = .seconds(60)) -> Self {
    let limit = limit.clamped
    return Self { retry in
      var delay = first.clamped
      // NB: bounded, because a factor close to 1 would take forever.
      for _ in 1..<max(1, min(retry, 10_000)) where delay > .zero && delay < limit {
        delay = delay.scaled(by: factor)
      }
      return min(delay, limit)
    }
  }

  /// Returns a backoff that limits each wait.
  public func limited(to limit: Duration) -> Self {
    Self { retry, previous in min(self(retry, after: previous), limit) }
  }
}
