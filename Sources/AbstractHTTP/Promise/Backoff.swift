/// How long to wait before each retry.
///
/// ```swift
/// promise.retry(3, after: .exponential(from: .milliseconds(200)))   // waits 0.2 s, 0.4 s, 0.8 s
/// ```
///
/// No wait is below zero or above a century, whatever the numbers it is made of.
public struct Backoff: Sendable {
  private let delay: @Sendable (_ retry: Int, _ previous: Duration) -> Duration

  /// Creates a backoff from a closure that receives the number of the retry, from 1 on.
  public init(_ delay: @escaping @Sendable (_ retry: Int) -> Duration) { self.init { retry, _ in delay(retry) } }

  /// Creates a backoff from a closure that also receives the length of the previous wait: zero before the first retry.
  public init(_ delay: @escaping @Sendable (_ retry: Int, _ previous: Duration) -> Duration) { self.delay = delay }

  /// The wait before a retry.
  ///
  /// - Parameters:
  ///   - retry: Its number, from 1 on.
  ///   - previous: The wait before the last one; zero, the default, if there was none.
  public func callAsFunction(_ retry: Int, after previous: Duration = .zero) -> Duration {
    delay(retry, previous).clamped
  }

  /// No wait.
  public static var none: Self { Self { _ in .zero } }

  /// The same wait each time.
  public static func constant(_ delay: Duration) -> Self { Self { _ in delay } }

  /// A wait that grows by the same step each time: one step, two, three.
  ///
  /// - Parameters:
  ///   - step: The wait before the first retry, and what is added to it before each further one.
  ///   - limit: The longest wait; a minute by default.
  public static func linear(by step: Duration, limit: Duration = .seconds(60)) -> Self {
    let step = step.clamped
    let limit = limit.clamped
    return Self { retry in
      guard step > .zero, Double(retry) < limit / step else { return step > .zero ? limit : .zero }
      return step * max(retry, 1)
    }
  }

  /// A wait that grows by a factor each time.
  ///
  /// - Parameters:
  ///   - first: The wait before the first retry.
  ///   - factor: What each wait is multiplied by; 2 by default.
  ///   - limit: The longest wait; a minute by default.
  public static func exponential(from first: Duration, factor: Double = 2, limit: Duration = .seconds(60)) -> Self {
    let limit = limit.clamped
    return Self { retry in
      var delay = first.clamped
      // NB: bounded, since a factor close to 1 would go on for ever.
      for _ in 1..<max(1, min(retry, 10_000)) where delay > .zero && delay < limit {
        delay = delay.scaled(by: factor)
      }
      return min(delay, limit)
    }
  }

  /// The backoff with no wait longer than a limit.
  public func limited(to limit: Duration) -> Self {
    Self { retry, previous in min(self(retry, after: previous), limit) }
  }
}
