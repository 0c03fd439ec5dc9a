extension Middleware {
  /// Sends a request again if it takes too long, and uses the first response.
  ///
  /// ```swift
  /// connection.use(.hedge(after: .percentile(0.95)))
  /// connection.use(.hedge(after: .milliseconds(300), attempts: 3))
  /// ```
  ///
  /// A request is only hedged if it can be sent twice: its method is idempotent (RFC 9110 §9.2.2), its body, if any,
  /// can be replayed, and its response isn't written to a file. The first success wins, which is any response except
  /// 408, 429, and 500 or higher. The other attempts are cancelled, and their transfers stop. If an attempt fails while
  /// others are running, it waits for them; if all fail, the call fails with the error of the first. If an attempt
  /// fails before the delay has passed, it isn't sent again: use `.retry` for that. An attempt that is cancelled ends
  /// the call.
  ///
  /// Completes synchronously if the wrapped stage does. Source: Dean and Barroso, *The Tail at Scale* (2013); Polly v8.
  ///
  /// - Parameters:
  ///   - delay: The time before each further attempt. Defaults to the 95th percentile, so that one request in twenty is
  ///     sent a second time, and to 2 seconds, as in Polly, until that is known.
  ///   - attempts: The maximum number of attempts, including the first. Defaults to 2, as in Polly.
  ///   - clock: The clock that measures time. Defaults to the continuous clock.
  public static func hedge(
    after delay: HedgeDelay = .percentile(0.95),
    attempts: Int = 2,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    hedge(by: HedgeStrategy(after: delay, attempts: attempts, clock: clock))
  }

  static func hedge(by strategy: HedgeStrategy) -> Middleware {
    Middleware("hedge", slot: .hedge, running: strategy.run)
  }
}

extension Request {
  /// Whether the request may be sent twice.
  var canBeHedged: Bool {
    Self.hedgedMethods.contains(httpMethod) && body?.isReplayable ?? true && destination == nil
  }

  private static let hedgedMethods: Set<HTTPMethod> = [.get, .head, .options, .trace, .query, .put, .delete]
}
