extension Middleware {
  /// Sends a request once more when it takes too long, and takes whichever answer comes first.
  ///
  /// ```swift
  /// connection.use(.hedge(after: .percentile(0.95)))
  /// connection.use(.hedge(after: .milliseconds(300), attempts: 3))
  /// ```
  ///
  /// Only what may be sent twice is: an idempotent method (RFC 9110 §9.2.2), and no body or one that can be replayed, and
  /// not what goes to a file. The
  /// first success wins, which is any response but 408, 429, and 500 or higher; the others are cancelled, and their transfers
  /// stop. One that fails while others are under way waits for them; when all have failed, the call fails as the first did.
  /// One that fails before the delay is over is not sent again: that is what `.retry` is for. An attempt that is cancelled
  /// ends the call.
  ///
  /// Does not suspend where what it wraps does not. Source: Dean and Barroso, *The Tail at Scale* (2013); Polly v8.
  ///
  /// - Parameters:
  ///   - delay: The time before each further attempt; that of the slowest twentieth by default, which sends one request in
  ///     twenty a second time, and 2 seconds, Polly's, until it is known.
  ///   - attempts: How many at most, the first included; 2 by default, as in Polly.
  ///   - clock: Measures the time; the continuous clock by default.
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
  /// Whether the request may be under way twice.
  var canBeHedged: Bool {
    Self.hedgedMethods.contains(httpMethod) && body?.isReplayable ?? true && destination == nil
  }

  private static let hedgedMethods: Set<HTTPMethod> = [.get, .head, .options, .trace, .query, .put, .delete]
}
