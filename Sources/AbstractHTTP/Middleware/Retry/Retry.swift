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
    let retrier = Retrier(policy, clock, now)
    return Middleware(retrier.name, slot: .retry) { $0.retrying(by: retrier) }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Sends a request again when it failed in a way that may be over in a moment: what ``Middleware/retry(_:clock:now:)`` does.
  public func retrying(
    _ policy: RetryPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Self {
    let retrier = Retrier(policy, clock, now)
    return Stage(outline: .wrapped(retrier.name, outline), run: retrying(by: retrier).run)
  }

  func retrying(by retrier: Retrier) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      let host = retrier.begin(request)
      return try repeating(Retrier.Call(), .send(request)) { call, outcome in
        retrier.decide(&call, outcome, of: request, to: host)
      }
    }
  }
}
