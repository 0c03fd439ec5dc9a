/// The requests of many connections that are in flight, to be waited for by those that are like them.
///
/// A flight that suspends goes on in a task of its own, which nobody's cancel ends but that of the last who waits.
final class Flights: Sendable {
  private let ignored: HeaderNames
  private let table = Locked(FlightTable())

  init(ignoring ignored: [String]) { self.ignored = HeaderNames(ignored) }

  /// How many there are.
  var count: Int { table.withLock { $0.count } }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    guard let key = FlightKey(request, ignoring: ignored) else { return try next.run(request) }
    let begin: FlightTable.Begin = { seat async throws(ConnectionError) in
      try await next.run(self.flying(request, seat)).output
    }
    switch table.withLock({ $0.board(key, begin) }) {
    case .leading(let seat):
      return try lead(seat, request, next)
    case .following(let seat, let answer, let endsHold):
      if endsHold { steer(seat) }
      return .suspended { () async throws(ConnectionError) in
        try await self.follow(seat, answer, request)
      }
    }
  }

  /// Begins a flight, and waits for it like all others if it does not end at once.
  private func lead(
    _ seat: FlightSeat,
    _ request: Request,
    _ next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    let rest: @Sendable () async throws(ConnectionError) -> Response
    do throws(ConnectionError) {
      switch try next.run(flying(request, seat)) {
      case .finished(let response):
        land(seat, .success(response))
        return .finished(response)
      case .suspended(let suspended): rest = suspended
      }
    } catch {
      land(seat, .failure(error))
      throw error
    }
    let answer = Answer<Response>()
    if !table.withLock({ $0.keep(answer, of: seat) }) { answer.give(.failure(CancellationError())) }
    fly(seat, rest)
    return .suspended { () async throws(ConnectionError) in
      try await answer.awaited { self.leave(seat) }.named(.network)
    }
  }

  /// The request as it is sent for all who wait.
  private func flying(_ request: Request, _ seat: FlightSeat) -> Request {
    var flying = request
    flying.companion.flight = Flight(flights: self, seat: seat)
    guard request.companion.hold != nil else { return flying }
    let hold = Hold()
    flying.companion.hold = hold
    began(hold, of: seat)
    return flying
  }

  /// Goes on in a task of the flight's own.
  private func fly(_ seat: FlightSeat, _ rest: @escaping @Sendable () async throws(ConnectionError) -> Response) {
    let task = Task(executorPreference: ThreadPool.shared) {
      do throws(ConnectionError) {
        self.land(seat, .success(try await rest()))
      } catch {
        self.land(seat, .failure(error))
      }
    }
    if !table.withLock({ $0.keep(task, of: seat) }) { task.cancel() }
  }

  /// Waits for another's flight.
  private func follow(
    _ seat: FlightSeat,
    _ answer: Answer<Response>,
    _ request: Request
  ) async throws(ConnectionError) -> Response {
    request.report(.coalesced)
    return try answered(await answer.awaited { self.leave(seat) }, request)
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

  private func land(_ seat: FlightSeat, _ result: Result<Response, ConnectionError>) {
    let wasCancelled = if case .failure(let error) = result { error.type == .canceled } else { false }
    let landing = table.withLock { $0.land(seat, wasCancelled: wasCancelled) }
    let answer = result.mapError { $0 as any Error }
    for waiting in landing.answers { waiting.give(answer) }
    if let (seat, begin) = landing.next { fly(seat) { () async throws(ConnectionError) in try await begin(seat) } }
  }
}

extension Flights {
  func leave(_ seat: FlightSeat) { finish(table.withLock { $0.leave(seat) }, seat) }

  private func finish(_ leaving: FlightTable.Leaving, _ seat: FlightSeat) {
    leaving.answer?.give(.failure(CancellationError()))
    leaving.task?.cancel()
    for transfer in leaving.transfers { transfer.cancel() }
    if leaving.changesHold { steer(seat) }
  }

  func began(_ transfer: any HTTPExchange, of seat: FlightSeat) { table.withLock { $0.begin(transfer, of: seat) } }

  func ended(_ transfer: any HTTPExchange, of seat: FlightSeat) {
    if table.withLock({ $0.end(transfer, of: seat) }) { steer(seat) }
  }

  func hold(_ holds: Bool, by seat: FlightSeat) {
    if table.withLock({ $0.hold(holds, by: seat) }) { steer(seat) }
  }

  /// Makes the transfers what they are to be: once more if that has changed meanwhile.
  private func steer(_ seat: FlightSeat) {
    var told: Int?
    while let course = table.withLock({ $0.course(of: seat) }), course.version != told {
      for transfer in course.transfers { if course.isHeld { transfer.suspend() } else { transfer.resume() } }
      told = course.version
    }
  }
}

extension ConnectionError {
  /// The error as another request's, which was answered along with it.
  fileprivate func answering(_ request: Request) -> ConnectionError {
    var response = response
    response?.request = request
    return ConnectionError(
      type,
      nativeError: nativeError,
      request: request,
      response: response,
      responseModel: responseModel
    )
  }
}

/// A flight's time stands still while its transfers do, and not while its leader alone is held.
extension Hold: HTTPExchange {
  func cancel() {}

  func suspend() { set(true) }

  func resume() { set(false) }
}
