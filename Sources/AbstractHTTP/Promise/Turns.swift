/// Limits how many promises of a group run at a time. Each one starts when its turn comes.
final class Turns: Sendable {
  private struct Turn: Sendable {
    let core: PromiseCore
    let step: @Sendable () -> LinkStep
  }

  private struct State: Sendable {
    var free: Int
    var waiting = Fifo<Turn>()
    var isGiving = false

    /// Returns the next turn, if there is one and a place is free. The caller then gives turns until none is left.
    mutating func next() -> Turn? {
      guard free > 0, let turn = waiting.popFirst() else {
        isGiving = false
        return nil
      }
      free -= 1
      return turn
    }
  }

  private let state: Locked<State>

  init(limit: Int) { state = Locked(State(free: max(limit, 1))) }

  /// Adds a promise that waits for its turn.
  func add(_ core: PromiseCore, _ step: @escaping @Sendable () -> LinkStep) {
    state.withLock { $0.waiting.append(Turn(core: core, step: step)) }
  }

  /// Gives the first turns. Each settling promise passes its turn on.
  func begin() {
    let isGiving = state.withLock { state in
      defer { state.isGiving = true }
      return state.isGiving
    }
    if !isGiving { giveTurns() }
  }

  /// NB: a loop, because promises that settle synchronously would otherwise exhaust the stack.
  private func giveTurns() {
    while let turn = state.withLock({ $0.next() }) {
      turn.core.attach(.observer(nil) { _ in self.end() })
      if !turn.core.isSettled { turn.core.take(turn.step()) }
    }
  }

  private func end() {
    state.withLock { $0.free += 1 }
    begin()
  }
}
