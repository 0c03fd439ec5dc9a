extension Middleware {
  /// Reports the events of every call in order: its start, each attempt, each decision in between, and its end.
  ///
  /// ```swift
  /// connection.use(.retry(), .observe { event in print(event.time, event.kind) })
  /// ```
  ///
  /// For each transfer, it reports the head, the redirect, the suspensions, and the ``TransferMetrics``, which it
  /// causes to be measured.
  ///
  /// It is the outermost middleware. The closure is called on a thread of the library's pool, or on the caller's before
  /// the call suspends. It may block. If attempts overlap, as in a hedge or after a timeout, it is called from several
  /// threads at once. Events after `.ended` aren't reported.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures ``CallEvent/time``. Defaults to the continuous clock.
  ///   - observe: Receives each event.
  public static func observe(
    clock: any Clock<Duration> = ContinuousClock(),
    _ observe: @escaping @Sendable (CallEvent) -> Void
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("observe", slot: .observe) { $0.observed(anyClock, by: { _ in observe }) }
  }

  /// Creates an observer for each call, which receives the events of that call only, in order. Use it to keep state for
  /// a call, such as its number or a measurement.
  ///
  /// ```swift
  /// connection.use(.observeCalls { request in
  ///   let id = UUID()
  ///   return { event in print(id, event.time, event.kind) }
  /// })
  /// ```
  ///
  /// Both closures are called in the same places as that of ``observe(clock:_:)``.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures ``CallEvent/time``. Defaults to the continuous clock.
  ///   - makeObserver: Returns the observer of a call, given its request. Called before its first event. It may change
  ///     the request, for example set a value of its ``Request/context`` that other middleware reads.
  public static func observeCalls(
    clock: any Clock<Duration> = ContinuousClock(),
    _ makeObserver: @escaping @Sendable (_ request: inout Request) -> @Sendable (CallEvent) -> Void
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("observe", slot: .observe) { $0.observed(anyClock, by: makeObserver) }
  }

  /// Passes the trace of every call to a closure when the call ends.
  ///
  /// ```swift
  /// connection.use(.retry(), .trace { trace in print(trace) })
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the times. Defaults to the continuous clock.
  ///   - receive: Called once per call, on the thread on which its exchange ended.
  public static func trace(
    clock: any Clock<Duration> = ContinuousClock(),
    _ receive: @escaping @Sendable (CallTrace) -> Void
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("trace", slot: .observe) { stage in
      stage.observed(anyClock, by: { _ in Tracing(receive).hear })
    }
  }

  /// Draws every call as a waterfall when it ends, in color if the output is a terminal that has colors.
  ///
  /// ```swift
  /// connection.use(.retry(), .trace(in: .standardError))
  /// ```
  ///
  /// - Parameters:
  ///   - terminal: The output to write to. It may be a pipe or a file.
  ///   - clock: The clock that measures the times. Defaults to the continuous clock.
  public static func trace(in terminal: Terminal, clock: any Clock<Duration> = ContinuousClock()) -> Middleware {
    trace(clock: clock) { trace in
      let text = trace.waterfall(isColored: terminal.hasColor)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      // A text with colors has no control characters of a server anymore.
      terminal.write((terminal.hasColor ? text : lines.map { String($0).printable }.joined(separator: "\n")) + "\n")
    }
  }
}

/// The trace of a call in progress.
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
  /// Reports the events of each call to an observer, which `observer` creates at its start.
  func observed(
    _ anyClock: AnyClock,
    by observer: @escaping @Sendable (inout Request) -> @Sendable (CallEvent) -> Void
  ) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in
      var observed = request
      let observation = CallObservation(
        within: request.context[CallObservationKey.self],
        now: anyClock.now,
        observe: observer(&observed)
      )
      observation.begin(.started(observed))
      observed.context[CallObservationKey.self] = observation
      return try following(observed) { result throws(ConnectionError) in
        let buffer = result.streamBuffer
        if buffer != nil { observation.tell(.streaming(try result.get().withoutStream)) }
        result.atEnd { observation.end(.ended($0)) }
        return .finished(try result.get())
      }
    }
  }
}
