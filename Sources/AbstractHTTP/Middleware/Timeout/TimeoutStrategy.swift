/// Limits the time of a call or an attempt.
final class TimeoutStrategy: Sendable {
  let name: String
  private let anyClock: AnyClock
  private let scope: TimedOut.Scope
  private let limit: Duration

  init(_ scope: TimedOut.Scope, _ limit: Duration, _ clock: any Clock<Duration>) {
    self.scope = scope
    self.limit = limit
    name = (scope == .total ? "totalTimeout" : "timeout") + "(\(limit.text))"
    anyClock = AnyClock(clock)
  }

  var part: Middleware.Part {
    Middleware.Part(name: name, slot: scope == .total ? .totalTimeout : .attemptTimeout) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in try self.run(request, over: next) }
    }
  }

  private func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    try check(request)
    let start = anyClock.now()
    var limited = request
    limited.context[CallProgressKey.self] = CallProgress(within: request.context[CallProgressKey.self])
    switch try next.run(limited) {
    case .finished(let response):
      limit(response, of: limited, since: start)
      return .finished(response)
    case .suspended(let rest): return .suspended(watching(rest, of: limited, since: start))
    }
  }

  private func check(_ request: Request) throws(ConnectionError) {
    guard limit <= .zero else { return }
    throw ConnectionError(.invalidRequest, nativeError: InvalidTimeout(limit: limit), request: request)
  }

  /// Starts the timer.
  ///
  /// - Returns: A step that waits for the rest of the work, up to the limit. After that, the work is cancelled, and not
  ///   waited for.
  private func watching(
    _ rest: Rest<Response>,
    of request: Request,
    since start: Duration
  ) -> Rest<Response> {
    let answer = OneShot<Response>()
    let pauseSignal = scope == .attempt ? request.context[PauseSignalKey.self] : nil
    let countdown = PausableTimer(limit, pauseSignal: pauseSignal, anyClock) { answer.give(.failure(Expired())) }
    countdown.begin(at: start)
    return rest.then { rest async throws(ConnectionError) in
      let work = ThreadPool.handingOver {
        rest.inTask { result in ThreadPool.handingOver { answer.give(result.mapError { $0 }) } }
      }
      let result = await answer.awaited { work.cancel() }
      countdown.stop()
      guard case .failure(is Expired) = result else {
        let response = try result.named(.network)
        self.limit(response, of: request, since: start)
        return response
      }
      let error = self.timedOut(request)
      work.cancel()
      throw error
    }
  }

  /// Extends the limit of a call to the end of its stream, and stops the stream at the limit. The limit of an attempt
  /// ends with the head.
  private func limit(_ response: Response, of request: Request, since start: Duration) {
    guard scope == .total, let buffer = response.streamBuffer else { return }
    let countdown = PausableTimer(limit, pauseSignal: nil, anyClock) {
      // NB: on the pool, because stopping the stream may run user code.
      ThreadPool.shared.submit { buffer.stop(self.timedOut(request)) }
    }
    countdown.begin(at: start)
    buffer.atEnd { countdown.stop() }
  }

  private func timedOut(_ request: Request) -> ConnectionError {
    request.report(.timedOut(scope == .total ? "call" : "attempt", after: limit))
    let progress = request.context[CallProgressKey.self] ?? CallProgress(within: nil)
    return ConnectionError(.network, nativeError: TimedOut(scope, limit, progress), request: request)
  }

  private struct Expired: Error {}
}
