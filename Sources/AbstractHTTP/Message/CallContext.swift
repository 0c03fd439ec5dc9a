/// Who listens to a call, shared by all its requests.
final class CallContext: Sendable {
  private struct State {
    var observe: (@Sendable (CallEvent) -> Void)?
    var attempts = 0
  }

  private let outer: CallContext?
  private let now: @Sendable () -> Duration
  private let start: Duration
  private let state: Locked<State>

  /// Makes the context of a call that begins now, within that of whoever listens already.
  init(
    within outer: CallContext?,
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

/// What goes along with a request and is no part of it: requests that differ in it alone are equal.
struct Companion: Sendable, Hashable {
  var context: CallContext?
  var cause = AttemptCause.call
  /// Whose the transfer is, if others wait for it, too.
  var sharedExchange: SharedExchange?
  /// How far the call has got, where a timeout wants to tell.
  var progress: CallProgress?
  /// Whether the call is held.
  var pauseSignal: PauseSignal?
  /// The transfers of the exchange, if they are recorded.
  var transfers: TransferLog?
  /// Why the request was not sent again when it failed.
  var notRetried: RetryRefusal?

  /// The names of the headers that a credential was put into: no other origin is to see them.
  var confidential: [String] = []
  /// Whether a credential was put into it, wherever.
  var isAuthorized = false

  /// Whether nobody goes along.
  var isAlone: Bool {
    context == nil && progress == nil && pauseSignal == nil && sharedExchange == nil && transfers == nil
      && !isAuthorized
      && cause == .call
  }

  static func == (one: Companion, other: Companion) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension Request {
  /// Tells whoever observes the call, if anybody does.
  func report(_ kind: @autoclosure () -> CallEvent.Kind) {
    guard let context = companion.context else { return }
    context.report(kind())
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
    request.companion.cause = cause
    return request
  }
}
