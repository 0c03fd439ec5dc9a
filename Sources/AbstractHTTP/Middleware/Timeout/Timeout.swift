extension Middleware {
  /// Limits the time of a call, of each of its attempts, or both.
  ///
  /// ```swift
  /// connection.use(.retry(.default), .timeout(attempt: .seconds(10), total: .seconds(60)), .bearer(tokens))
  /// print(connection)   // … → totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } → …
  /// ```
  ///
  /// The limit of an attempt is inside retries, refreshes, and hedges, and starts again for each of them. The limit of
  /// the call is outside of them and of every wait. When a limit is reached, the transfer and all other operations in
  /// progress are cancelled, and the call or attempt fails at once with `.network` and ``TimedOut``. A retry policy
  /// treats the timeout of an attempt like `URLError.timedOut`; the timeout of the call is never retried. While the
  /// connection is suspended, the limit of an attempt doesn't count.
  ///
  /// For a streamed response, the limit of an attempt only covers the head. The limit of the call keeps counting until
  /// the end of the stream, and fails it. For streams that stall, see ``DefaultHTTPConnector/stallTimeout``.
  ///
  /// If a limit isn't positive, every call fails with `.invalidRequest` and ``InvalidTimeout``.
  ///
  /// - Parameters:
  ///   - attempt: The limit of each attempt. Defaults to `nil`, which leaves it to the connector.
  ///   - total: The limit of the call. Defaults to `nil` for no limit.
  ///   - clock: The clock that measures time. Defaults to the continuous clock.
  public static func timeout(
    attempt: Duration? = nil,
    total: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    let limits = [
      total.map { TimeoutStrategy(.total, $0, clock) }, attempt.map { TimeoutStrategy(.attempt, $0, clock) },
    ]
    let parts = limits.compactMap { $0?.part }
    return Middleware(parts.isEmpty ? "timeout" : parts.map(\.name).joined(separator: ", "), parts: parts)
  }
  /// Limits the time that a call may take, with its retries and waits: ``timeout(attempt:total:clock:)`` of a total.
  ///
  /// ```swift
  /// connection.use(.timeout(.seconds(3)))
  /// ```
  public static func timeout(_ total: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Middleware {
    timeout(total: total, clock: clock)
  }
}
