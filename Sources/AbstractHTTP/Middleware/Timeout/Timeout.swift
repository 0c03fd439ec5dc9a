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
  /// Of a response that is streamed, the limit of an attempt ends with the head, and that of the call counts on to the end of the
  /// stream, which it fails. For a stream that stalls, see ``DefaultHTTPConnector/stallTimeout``.
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
