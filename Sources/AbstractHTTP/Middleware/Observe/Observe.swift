extension Middleware {
  /// Tells what happens in every call, in order: its beginning, each attempt, each decision in between, its end.
  ///
  /// ```swift
  /// connection.use(.retry(), .observe { event in print(event.time, event.kind) })
  /// ```
  ///
  /// Of each transfer, it tells the head, the redirect, the suspensions, and the ``TransferMetrics``, which are measured for it.
  ///
  /// It is the outermost middleware. The closure is called on a thread of the library's pool, or on the caller's before
  /// the call suspends; it may block. Nothing that happens after `.ended` is told; where attempts overlap, as in a hedge or after a timeout, from several threads at once.
  ///
  /// - Parameters:
  ///   - clock: Measures ``CallEvent/time``; the continuous clock by default.
  ///   - observe: Told of each event.
  public static func observe(
    clock: any Clock<Duration> = ContinuousClock(),
    _ observe: @escaping @Sendable (CallEvent) -> Void
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("observe", slot: .observe) { $0.observed(anyClock, by: { observe }) }
  }

  /// Hands over the trace of every call when it is over.
  ///
  /// ```swift
  /// connection.use(.retry(), .trace { trace in print(trace) })
  /// ```
  ///
  /// - Parameters:
  ///   - clock: Measures the times; the continuous clock by default.
  ///   - receive: Told once a call, on the thread on which its exchange ended.
  public static func trace(
    clock: any Clock<Duration> = ContinuousClock(),
    _ receive: @escaping @Sendable (CallTrace) -> Void
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("trace", slot: .observe) { stage in
      stage.observed(anyClock, by: { Tracing(receive).hear })
    }
  }
}

/// The trace of a call that is under way.
private final class Tracing: Sendable {
  private let receive: @Sendable (CallTrace) -> Void
  private let trace = Locked(CallTrace())

  init(_ receive: @escaping @Sendable (CallTrace) -> Void) { self.receive = receive }

  func hear(_ event: CallEvent) {
    trace.withLock { $0.append(event) }
    if case .ended = event.kind { receive(trace.withLock { $0 }) }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Tells what happens in each call; `observer` is asked for one to tell at the beginning of each.
  func observed(
    _ anyClock: AnyClock,
    by observer: @escaping @Sendable () -> @Sendable (CallEvent) -> Void
  ) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in
      let observation = CallObservation(
        within: request.context[CallObservationKey.self],
        now: anyClock.now,
        observe: observer()
      )
      var observed = request
      observed.context[CallObservationKey.self] = observation
      observation.begin(.started(request))
      return try following(observed) { result throws(ConnectionError) in
        let buffer = result.streamBuffer
        if buffer != nil { observation.tell(.streaming(try result.get().withoutStream)) }
        result.atEnd { observation.end(.ended($0)) }
        return .finished(try result.get())
      }
    }
  }
}
