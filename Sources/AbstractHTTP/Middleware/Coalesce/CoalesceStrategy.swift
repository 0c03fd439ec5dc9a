/// The requests of many connections in flight, which identical requests wait for.
///
/// A shared exchange that suspends continues in a separate task, which ends early only if its last waiter is cancelled.
final class CoalesceStrategy: Sendable {
  private let ignored: HeaderNames
  private let table = Locked(InFlightTable())

  init(ignoring ignored: [String]) { self.ignored = HeaderNames(ignored) }

  /// The number of shared exchanges.
  var count: Int { table.withLock { $0.count } }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    guard let key = CoalescingKey(request, ignoring: ignored) else {
      if request.delivery.isStream { request.note("not coalesced: the response is streamed") }
      if request.context.hasOptions { request.note("not coalesced: the request has options") }
      return try next.run(request)
    }
    let begin: InFlightTable.Begin = { waiter async throws(ConnectionError) in
      try await next.run(self.flying(request, waiter)).output
    }
    switch table.withLock({ $0.join(key, begin) }) {
    case .leading(let waiter):
      return try lead(waiter, request, next)
    case .following(let waiter, let answer, let endsHold):
      if endsHold { steer(waiter) }
      return .suspended(
        Rest { () async throws(ConnectionError) in try await self.follow(waiter, answer, request) }
      )
    }
  }

  /// Starts a shared exchange, and waits for it like the others if it doesn't end synchronously.
  private func lead(
    _ waiter: Waiter,
    _ request: Request,
    _ next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    let rest: Rest<Response>
    do throws(ConnectionError) {
      switch try next.run(flying(request, waiter)) {
      case .finished(let response):
        complete(waiter, .success(response))
        return .finished(response)
      case .suspended(let suspended): rest = suspended
      }
    } catch {
      complete(waiter, .failure(error))
      throw error
    }
    let answer = OneShot<Response>()
    if !table.withLock({ $0.keep(answer, of: waiter) }) { answer.give(.failure(CancellationError())) }
    fly(waiter, rest)
    return .suspended(
      Rest(startsByWaiting: true) { () async throws(ConnectionError) in
        try await answer.awaited { self.leave(waiter) }.named(.network)
      }
    )
  }

  /// Returns the request as it is sent for all waiters.
  private func flying(_ request: Request, _ waiter: Waiter) -> Request {
    var flying = request
    flying.context[TransferSharingKey.self] = SharedExchange(coalescer: self, waiter: waiter)
    guard request.context[PauseSignalKey.self] != nil else { return flying }
    let pauseSignal = PauseSignal()
    flying.context[PauseSignalKey.self] = pauseSignal
    began(pauseSignal, of: waiter)
    return flying
  }

  /// Continues in the task of the shared exchange.
  private func fly(_ waiter: Waiter, _ rest: Rest<Response>) {
    let task = rest.inTask { self.complete(waiter, $0) }
    if !table.withLock({ $0.keep(task, of: waiter) }) { task.cancel() }
  }

  /// Waits for an exchange that another request started.
  private func follow(
    _ waiter: Waiter,
    _ answer: OneShot<Response>,
    _ request: Request
  ) async throws(ConnectionError) -> Response {
    request.report(.coalesced)
    return try answered(await answer.awaited { self.leave(waiter) }, request)
  }

  private func answered(
    _ result: Result<Response, any Error>,
    _ request: Request
  ) throws(ConnectionError) -> Response {
    do {
      var response = try result.get()
      response.request = request
      return response
    } catch {
      throw ConnectionError(.network, thrown: error).answering(request)
    }
  }

  private func complete(_ waiter: Waiter, _ result: Result<Response, ConnectionError>) {
    let wasCancelled = if case .failure(let error) = result { error.type == .cancelled } else { false }
    let completion = table.withLock { $0.complete(waiter, wasCancelled: wasCancelled) }
    let answer = result.mapError { $0 as any Error }
    for waiting in completion.answers { waiting.give(answer) }
    if let (waiter, begin) = completion.next {
      fly(waiter, Rest { () async throws(ConnectionError) in try await begin(waiter) })
    }
  }
}

extension CoalesceStrategy {
  func leave(_ waiter: Waiter) { finish(table.withLock { $0.leave(waiter) }, waiter) }

  private func finish(_ leaving: InFlightTable.Leaving, _ waiter: Waiter) {
    leaving.answer?.give(.failure(CancellationError()))
    leaving.task?.cancel()
    for transfer in leaving.transfers { transfer.cancel() }
    if leaving.changesHold { steer(waiter) }
  }

  func began(_ transfer: any HTTPExchange, of waiter: Waiter) { table.withLock { $0.begin(transfer, of: waiter) } }

  func ended(_ transfer: any HTTPExchange, of waiter: Waiter) {
    if table.withLock({ $0.end(transfer, of: waiter) }) { steer(waiter) }
  }

  func hold(_ holds: Bool, by waiter: Waiter) {
    if table.withLock({ $0.hold(holds, by: waiter) }) { steer(waiter) }
  }

  /// Suspends or resumes the transfers as required, and repeats that if the requirement has changed in the meantime.
  private func steer(_ waiter: Waiter) {
    var told: Int?
    while let course = table.withLock({ $0.course(of: waiter) }), course.version != told {
      for transfer in course.transfers { if course.isHeld { transfer.suspend() } else { transfer.resume() } }
      told = course.version
    }
  }
}

/// The timeouts of a shared exchange are paused while its transfers are suspended, and not if only its leader is.
extension PauseSignal: HTTPExchange {
  func cancel() {}

  func suspend() { set(true) }

  func resume() { set(false) }
}
