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
      let start = limit.timepiece.now()
      let progress = CallProgress(within: request.companion.progress)
      var limited = request
      limited.companion.progress = progress
      switch try run(limited) {
      case .finished(let response):
        return .finished(response)
      case .suspended(let rest):
        return .suspended(limit.watching(rest, of: limited, since: start))
      }
    }
  }
}

/// How long something may take.
final class TimeLimit: Sendable {
  let name: String
  let timepiece: Timepiece
  private let scope: TimedOut.Scope
  private let limit: Duration

  init(_ scope: TimedOut.Scope, _ limit: Duration, _ clock: any Clock<Duration>) {
    self.scope = scope
    self.limit = limit
    name = (scope == .total ? "totalTimeout" : "timeout") + "(\(limit.text))"
    timepiece = Timepiece(clock)
  }

  var part: Middleware.Part {
    Middleware.Part(name: name, slot: scope == .total ? .totalTimeout : .attemptTimeout) { $0.timingOut(by: self) }
  }

  func check(_ request: Request) throws(ConnectionError) {
    guard limit <= .zero else { return }
    throw ConnectionError(.invalidRequest, nativeError: InvalidTimeout(limit: limit), request: request)
  }

  /// Starts the countdown.
  ///
  /// - Returns: What waits for the rest of the work, and no longer than the limit allows: then the work is cancelled, and not
  ///   waited for.
  func watching(
    _ rest: @escaping @Sendable () async throws(ConnectionError) -> Response,
    of request: Request,
    since start: Duration
  ) -> @Sendable () async throws(ConnectionError) -> Response {
    let answer = Answer<Response>()
    let hold = scope == .attempt ? request.companion.hold : nil
    let countdown = Countdown(limit, hold: hold, timepiece) { answer.give(.failure(Expired())) }
    countdown.begin(at: start)
    return { () async throws(ConnectionError) in
      let work = Task { answer.give(await Stage<Request, Response>.result(of: rest).mapError { $0 }) }
      let result = await answer.awaited { work.cancel() }
      countdown.stop()
      guard case .failure(is Expired) = result else { return try result.named(.network) }
      let error = self.timedOut(request)
      work.cancel()
      throw error
    }
  }

  private func timedOut(_ request: Request) -> ConnectionError {
    request.report(.timedOut(scope == .total ? "call" : "attempt", after: limit))
    let progress = request.companion.progress ?? CallProgress(within: nil)
    return ConnectionError(.network, nativeError: TimedOut(scope, limit, progress), request: request)
  }

  private struct Expired: Error {}
}
