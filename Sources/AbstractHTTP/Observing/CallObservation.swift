/// The observers of a call, which all its requests share.
final class CallObservation: Sendable {
  private struct State {
    var observe: (@Sendable (CallEvent) -> Void)?
    var attempts = 0
  }

  private let outer: CallObservation?
  private let now: @Sendable () -> Duration
  private let start: Duration
  private let state: Locked<State>

  /// Creates the observation of a call that starts now, inside that of existing observers.
  init(
    within outer: CallObservation?,
    now: @escaping @Sendable () -> Duration,
    observe: @escaping @Sendable (CallEvent) -> Void
  ) {
    self.outer = outer
    self.now = now
    start = now()
    state = Locked(State(observe: observe))
  }

  /// Notifies all observers.
  func report(_ kind: CallEvent.Kind) {
    outer?.report(kind)
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Notifies the observers of this context only, for the last time.
  func end(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe.take() }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Notifies the observers of this context only.
  func tell(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Notifies the observers of this context only.
  func begin(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: .zero))
  }

  /// Returns the number of the next attempt.
  func nextAttempt() -> Int {
    guard let outer else {
      return state.withLock { state in
        state.attempts += 1
        return state.attempts
      }
    }
    return outer.nextAttempt()
  }
}

/// The observation of the call that a request belongs to.
enum CallObservationKey: RequestContextKey { typealias Value = CallObservation }

/// The reason why a request is sent.
enum AttemptCauseKey: RequestContextKey { typealias Value = AttemptCause }

extension Request {
  /// Reports an event to the call's observers, if there are any.
  func report(_ kind: @autoclosure () -> CallEvent.Kind) {
    context[CallObservationKey.self]?.report(kind())
  }

  /// Adds a custom line to the traces of the call's observers. Does nothing without observers.
  ///
  /// ```swift
  /// let signing = Middleware("sign", at: .attempt) { request, next in
  ///   request.note("signed with key 7")
  ///   return try await next(request.signed())
  /// }
  /// ```
  public func note(_ text: @autoclosure () -> String) { report(.note(text())) }

  /// Returns the request with the reason why it is sent.
  func caused(by cause: AttemptCause) -> Request {
    var request = self
    request.context[AttemptCauseKey.self] = cause
    return request
  }
}

extension Request {
  /// The reason why the request is sent.
  var cause: AttemptCause { context[AttemptCauseKey.self] ?? .call }
}
