public import Foundation

extension Middleware {
  /// Sends a request again when it failed in a way that may be over in a moment.
  ///
  /// ```swift
  /// connection.use(.retry())                            // up to two retries, see RetryPolicy
  /// connection.use(.retry(RetryPolicy(limit: 4)))
  /// ```
  ///
  /// The wait before a retry is the backoff's, or what the server's `Retry-After` asks for if that is longer. Once the
  /// retries are used up the last outcome counts: the last response goes on to `validate`, with its body, or the last error
  /// is thrown. ``ConnectionError/notRetried`` says why there was no further try.
  ///
  /// It is told each call's request as it comes, so that what is idempotent is decided before anything inside changes it.
  /// A cancel ends a try and a wait at once, and is never retried.
  ///
  /// - Parameters:
  ///   - policy: What is retried, how often and when; ``RetryPolicy/default`` by default.
  ///   - clock: Measures the waits; the continuous clock by default.
  ///   - now: The time of day, for a `Retry-After` that names a moment in a response without `Date`.
  public static func retry(
    _ policy: RetryPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Middleware {
    let strategy = RetryStrategy(policy, clock, now)
    return Middleware(strategy.name, slot: .retry, running: strategy.run)
  }
  /// Sends a request again up to so many times when it failed in a way that may be over in a moment.
  ///
  /// ```swift
  /// connection.use(.retry(3))
  /// ```
  ///
  /// What is retried, and after which wait, is as ``RetryPolicy/default`` says.
  ///
  /// - Parameters:
  ///   - limit: The most retries of a call.
  ///   - clock: Measures the waits; the continuous clock by default.
  public static func retry(_ limit: Int, clock: any Clock<Duration> = ContinuousClock()) -> Middleware {
    retry(RetryPolicy(limit: limit), clock: clock)
  }
}
