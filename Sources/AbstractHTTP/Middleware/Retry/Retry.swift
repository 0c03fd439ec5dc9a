public import Foundation

extension Middleware {
  /// Retries requests after transient failures.
  ///
  /// ```swift
  /// connection.use(.retry())                            // up to two retries, see RetryPolicy
  /// connection.use(.retry(RetryPolicy(limit: 4)))
  /// ```
  ///
  /// The wait before a retry is that of the backoff, or the server's `Retry-After` if that is longer. When no retries
  /// are left, the last outcome counts: the last response is passed to `validate`, with its body, or the last error is
  /// thrown. ``ConnectionError/notRetried`` is the reason why there was no further attempt.
  ///
  /// It examines the original request of each call to determine idempotency, before any middleware inside changes it. A
  /// cancellation ends an attempt or a wait at once, and is never retried.
  ///
  /// - Parameters:
  ///   - policy: What to retry, how often, and when. Defaults to ``RetryPolicy/default``.
  ///   - clock: The clock that measures the waits. Defaults to the continuous clock.
  ///   - now: Returns the time of day, for a `Retry-After` with a date in a response without `Date`.
  public static func retry(
    _ policy: RetryPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Middleware {
    let strategy = RetryStrategy(policy, clock, now)
    return Middleware(strategy.name, slot: .retry, running: strategy.run)
  }
  /// Retries failed requests up to a number of times, if the failure may be temporary.
  ///
  /// ```swift
  /// connection.use(.retry(3))
  /// ```
  ///
  /// ``RetryPolicy/default`` determines which failures are retried, and how long to wait.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of retries per call.
  ///   - clock: The clock that measures the waits. Defaults to the continuous clock.
  public static func retry(_ limit: Int, clock: any Clock<Duration> = ContinuousClock()) -> Middleware {
    retry(RetryPolicy(limit: limit), clock: clock)
  }
}
