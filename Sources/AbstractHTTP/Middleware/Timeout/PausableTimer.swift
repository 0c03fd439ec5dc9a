/// A timer that only runs while its call isn't suspended, and fires once.
final class PausableTimer: PauseWatcher {
  fileprivate struct State: Sendable {
    var left: Duration
    /// When the timer last started to run; `nil` while it is paused.
    var since: Duration?
    /// Distinguishes an outdated sleep from the current one.
    var turn = 0
    var call: ScheduledCall?
    var isOver = false
  }

  fileprivate enum Change {
    case none
    case stop(ScheduledCall?)
    case sleep(turn: Int, until: Duration)
  }

  private let pauseSignal: PauseSignal?
  private let anyClock: AnyClock
  private let expire: @Sendable () -> Void
  private let state: Locked<State>

  /// Creates a timer. ``begin(at:)`` starts it.
  init(_ limit: Duration, pauseSignal: PauseSignal?, _ anyClock: AnyClock, expire: @escaping @Sendable () -> Void) {
    self.pauseSignal = pauseSignal
    self.anyClock = anyClock
    self.expire = expire
    state = Locked(State(left: limit.clamped))
  }

  /// Starts the timer, from a moment that may be in the past.
  func begin(at start: Duration) {
    guard let pauseSignal else { return perform(state.withLock { $0.change(isHeld: false, at: start) }) }
    if !pauseSignal.isHeld { perform(state.withLock { $0.change(isHeld: false, at: start) }) }
    pauseSignal.add(self)
  }

  /// Stops the timer, which then no longer expires.
  func stop() {
    pauseSignal?.remove(self)
    state.withLock { $0.end() }?.cancel()
  }

  func pauseChanged() {
    guard let pauseSignal else { return }
    let now = anyClock.now()
    // NB: read within the lock, so that of two threads that arrive here, the later one has the later value.
    perform(state.withLock { $0.change(isHeld: pauseSignal.isHeld, at: now) })
  }

  private func perform(_ change: Change) {
    switch change {
    case .none: break
    case .stop(let call): call?.cancel()
    case .sleep(let turn, let moment): sleep(turn, until: moment)
    }
  }

  private func sleep(_ turn: Int, until moment: Duration) {
    let call = anyClock.call(moment) {
      if self.state.withLock({ $0.expire(turn) }) { self.expire() }
    }
    if !state.withLock({ $0.keep(call, turn) }) { call.cancel() }
  }
}

extension PausableTimer.State {
  /// Continues or stops, depending on the hold.
  fileprivate mutating func change(isHeld: Bool, at now: Duration) -> PausableTimer.Change {
    guard !isOver, isHeld == (since != nil) else { return .none }
    turn += 1
    guard isHeld, let begin = since else {
      since = now
      return .sleep(turn: turn, until: now + left)
    }
    left = max(left - max(now - begin, .zero), .zero)
    since = nil
    return .stop(call.take())
  }

  fileprivate mutating func keep(_ call: ScheduledCall, _ turn: Int) -> Bool {
    guard !isOver, turn == self.turn else { return false }
    self.call = call
    return true
  }

  /// - Returns: Whether the timer has expired.
  fileprivate mutating func expire(_ turn: Int) -> Bool {
    guard !isOver, turn == self.turn else { return false }
    isOver = true
    call = nil
    return true
  }

  fileprivate mutating func end() -> ScheduledCall? {
    isOver = true
    return call.take()
  }
}
