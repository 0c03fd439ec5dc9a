extension Middleware {
  /// Limits the time that a call may take, that each of its attempts may take, or both.
  ///
  /// ```swift
  /// connection.use(.retry(.default), .timeout(attempt: .seconds(10), total: .seconds(60)), .bearer(tokens))
  /// print(connection)   // … → totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } → …
  /// ```
  ///
  /// The limit of an attempt stands inside retries, refreshes and hedges, and counts for each anew. The limit of the call
  /// stands outside of them and of every wait. When one is reached, the transfer and whatever else is under way are
  /// cancelled, and it fails at once with `.network` and ``TimedOut``; a retry policy decides about that of an attempt as
  /// about `URLError.timedOut`, and nothing retries that of the call. While the connection is suspended, time stands still
  /// for an attempt.
  ///
  /// A limit that is not above zero fails every call with `.invalidRequest` and ``InvalidTimeout``.
  ///
  /// - Parameters:
  ///   - attempt: How long each attempt may take; `nil`, the default, for as long as the connector lets it.
  ///   - total: How long the call may take; `nil`, the default, for as long as it needs.
  ///   - clock: Measures the time; the continuous clock by default.
  public static func timeout(
    attempt: Duration? = nil,
    total: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    let limits = [total.map { TimeLimit(.total, $0, clock) }, attempt.map { TimeLimit(.attempt, $0, clock) }]
    return Middleware("timeout", parts: limits.compactMap { $0?.part })
  }
}

extension Stage where Input == Request, Output == Response {
  /// Limits the time that this stage may take: what ``Middleware/timeout(attempt:total:clock:)`` does.
  ///
  /// - Parameters:
  ///   - limit: How long it may take.
  ///   - scope: What the limit is for: an attempt by default, whose time stands still while its connection is suspended.
  ///   - clock: Measures the time; the continuous clock by default.
  public func timingOut(
    after limit: Duration,
    _ scope: TimedOut.Scope = .attempt,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    let limit = TimeLimit(scope, limit, clock)
    return Stage(outline: .wrapped(limit.name, outline), run: timingOut(by: limit).run)
  }

  func timingOut(by limit: TimeLimit) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      try limit.check(request)
      let start = limit.anyClock.now()
      let progress = CallProgress(within: request.context[CallProgressKey.self])
      var limited = request
      limited.context[CallProgressKey.self] = progress
      switch try run(limited) {
      case .finished(let response):
        return .finished(response)
      case .suspended(let rest):
        return .suspended(limit.watching(rest, of: limited, since: start))
      }
    }
  }
}
