extension Middleware {
  /// Tells what happens in every call, in order: its beginning, each attempt, each decision in between, its end.
  ///
  /// ```swift
  /// connection.use(.retry(), .observe { event in print(event.time, event.kind) })
  /// ```
  ///
  /// It is the outermost middleware. The closure is called on whatever thread the work is on, and not after `.ended`;
  /// where attempts overlap, as in a hedge, from several at once.
  ///
  /// - Parameters:
  ///   - clock: Measures ``CallEvent/time``; the continuous clock by default.
  ///   - observe: Told of each event.
  public static func observe(
    clock: any Clock<Duration> = ContinuousClock(),
    _ observe: @escaping @Sendable (CallEvent) -> Void
  ) -> Middleware {
    let timepiece = Timepiece(clock)
    return Middleware("observe", slot: .observe) { $0.observed(timepiece) { observe } }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Tells what happens in each call; `observer` is asked for one to tell at the beginning of each.
  func observed(
    _ timepiece: Timepiece,
    by observer: @escaping @Sendable () -> @Sendable (CallEvent) -> Void
  ) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in
      let context = CallContext(within: request.companion.context, now: timepiece.now, observe: observer())
      var observed = request
      observed.companion.context = context
      context.begin(.started(request))
      return try following(observed) { result throws(ConnectionError) in
        context.end(.ended(result))
        return .finished(try result.get())
      }
    }
  }
}
