/// Runs down while its call is not held; does something when it has, once.
final class PausableTimer: PauseWatcher {
  fileprivate struct State: Sendable {
    var left: Duration
    /// Since when it runs; `nil` while it is held.
    var since: Duration?
    /// Tells a sleep that is over from the present one.
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

  /// Makes a countdown; ``begin(at:)`` lets it run.
  init(_ limit: Duration, pauseSignal: PauseSignal?, _ anyClock: AnyClock, expire: @escaping @Sendable () -> Void) {
    self.pauseSignal = pauseSignal
    self.anyClock = anyClock
    self.expire = expire
    state = Locked(State(left: limit.clamped))
  }

  /// Lets it run, from a moment on that may have passed already.
  func begin(at start: Duration) {
    guard let pauseSignal else { return perform(state.withLock { $0.change(isHeld: false, at: start) }) }
    if !pauseSignal.isHeld { perform(state.withLock { $0.change(isHeld: false, at: start) }) }
    pauseSignal.add(self)
  }

  /// Ends it; nothing will be done any more.
  func stop() {
    pauseSignal?.remove(self)
    state.withLock { $0.end() }?.cancel()
  }

  func pauseChanged() {
    guard let pauseSignal else { return }
    let now = anyClock.now()
    // NB: asked within the lock, so that of two threads who come here the later one has the later answer.
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
  /// Goes on or stops, as the hold says.
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

  /// - Returns: Whether this is the end.
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
