/// Who listens to a call, shared by all its requests.
final class CallObservation: Sendable {
  private struct State {
    var observe: (@Sendable (CallEvent) -> Void)?
    var attempts = 0
  }

  private let outer: CallObservation?
  private let now: @Sendable () -> Duration
  private let start: Duration
  private let state: Locked<State>

  /// Makes the context of a call that begins now, within that of whoever listens already.
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

  /// Tells everybody who listens.
  func report(_ kind: CallEvent.Kind) {
    outer?.report(kind)
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Tells only who listens to this context, and for the last time.
  func end(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe.take() }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Tells only who listens to this context.
  func tell(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: now() - start))
  }

  /// Tells only who listens to this context.
  func begin(_ kind: CallEvent.Kind) {
    state.withLock { $0.observe }?(CallEvent(kind: kind, time: .zero))
  }

  /// The number of the next attempt.
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

/// Why a request is sent.
enum AttemptCauseKey: RequestContextKey { typealias Value = AttemptCause }

extension Request {
  /// Tells whoever observes the call, if anybody does.
  func report(_ kind: @autoclosure () -> CallEvent.Kind) {
    context[CallObservationKey.self]?.report(kind())
  }

  /// Puts a line of one's own into the trace of the call; nothing if nobody observes it.
  ///
  /// ```swift
  /// let signing = Middleware("sign", at: .attempt) { request, next in
  ///   request.note("signed with key 7")
  ///   return try await next(request.signed())
  /// }
  /// ```
  public func note(_ text: @autoclosure () -> String) { report(.note(text())) }

  /// The request with the reason for which it is sent.
  func caused(by cause: AttemptCause) -> Request {
    var request = self
    request.context[AttemptCauseKey.self] = cause
    return request
  }
}

extension Request {
  /// Why the request is sent.
  var cause: AttemptCause { context[AttemptCauseKey.self] ?? .call }
}
