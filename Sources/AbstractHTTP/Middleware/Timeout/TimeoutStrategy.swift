/// How long something may take.
final class TimeLimit: Sendable {
  let name: String
  let anyClock: AnyClock
  private let scope: TimedOut.Scope
  private let limit: Duration

  init(_ scope: TimedOut.Scope, _ limit: Duration, _ clock: any Clock<Duration>) {
    self.scope = scope
    self.limit = limit
    name = (scope == .total ? "totalTimeout" : "timeout") + "(\(limit.text))"
    anyClock = AnyClock(clock)
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
    let answer = OneShot<Response>()
    let pauseSignal = scope == .attempt ? request.context[PauseSignalKey.self] : nil
    let countdown = PausableTimer(limit, pauseSignal: pauseSignal, anyClock) { answer.give(.failure(Expired())) }
    countdown.begin(at: start)
    return { () async throws(ConnectionError) in
      let work = ThreadPool.handingOver {
        Task(executorPreference: ThreadPool.shared) {
          let result = await Stage<Request, Response>.result(of: rest)
          ThreadPool.handingOver { answer.give(result.mapError { $0 }) }
        }
      }
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
    let progress = request.context[CallProgressKey.self] ?? CallProgress(within: nil)
    return ConnectionError(.network, nativeError: TimedOut(scope, limit, progress), request: request)
  }

  private struct Expired: Error {}
}
