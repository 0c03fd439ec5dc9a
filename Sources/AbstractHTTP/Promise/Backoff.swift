/// How long to wait before each retry.
///
/// ```swift
/// promise.retry(3, after: .exponential(from: .milliseconds(200)))   // waits 0.2 s, 0.4 s, 0.8 s
/// ```
public struct Backoff: Sendable {
  private let delay: @Sendable (_ retry: Int) -> Duration

  /// Makes a backoff of a closure that is told the number of the retry, from 1 on.
  public init(_ delay: @escaping @Sendable (_ retry: Int) -> Duration) { self.delay = delay }

  /// The wait before a retry, which are numbered from 1 on.
  public func callAsFunction(_ retry: Int) -> Duration { max(delay(retry), .zero) }

  /// No wait.
  public static var none: Self { Self { _ in .zero } }

  /// The same wait each time.
  public static func constant(_ delay: Duration) -> Self { Self { _ in delay } }

  /// A wait that grows by a factor each time.
  ///
  /// - Parameters:
  ///   - first: The wait before the first retry.
  ///   - factor: What each wait is multiplied by; 2 by default.
  ///   - limit: The longest wait; a minute by default.
  public static func exponential(from first: Duration, factor: Double = 2, limit: Duration = .seconds(60)) -> Self {
    Self { retry in
      var delay = first
      for _ in 1..<max(retry, 1) where delay < limit { delay = delay * factor }
      return min(delay, limit)
    }
  }

  /// Spreads each wait at random, so that many who failed together do not come back together.
  ///
  /// - Parameters:
  ///   - share: What part of the wait is left to chance: 0 for none, 1 (the default) for all of it.
  ///   - random: A number from 0 to 1, each time anew.
  public func jittered(
    _ share: Double = 1,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Self {
    Self { retry in self(retry) * (1 - share * random()) }
  }
}
