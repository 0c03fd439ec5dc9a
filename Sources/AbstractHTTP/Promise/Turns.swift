/// The promises of a group of which only so many run at a time: each goes on from its turn.
final class Turns: Sendable {
  private struct Turn: Sendable {
    let core: PromiseCore
    let step: @Sendable () -> LinkStep
  }

  private struct State: Sendable {
    var free: Int
    var waiting = Fifo<Turn>()
    var isGiving = false

    /// The next turn, if there is one and a place is free; the caller gives the turns then, until there is none.
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

  /// Has a promise wait for its turn.
  func add(_ core: PromiseCore, _ step: @escaping @Sendable () -> LinkStep) {
    state.withLock { $0.waiting.append(Turn(core: core, step: step)) }
  }

  /// Gives the first turns; the others follow as those who have one settle.
  func begin() {
    let isGiving = state.withLock { state in
      defer { state.isGiving = true }
      return state.isGiving
    }
    if !isGiving { giveTurns() }
  }

  /// NB: a loop, since promises that settle at once would use the stack otherwise.
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
