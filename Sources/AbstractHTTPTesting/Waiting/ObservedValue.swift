import AbstractHTTP

/// A value behind a lock, for whose changes tasks can wait without polling.
///
/// The conditions run under the lock. They belong to this target, and only read the value.
package final class ObservedValue<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    let ticket: Int
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Value, any Error>
  }

  private struct State: Sendable {
    var value: Value
    var waiters: [Waiter] = []
    var lastTicket = 0

    /// - Returns: The waiters whose condition is now true, in the order in which they arrived.
    mutating func satisfied() -> [Waiter] {
      guard !waiters.isEmpty else { return [] }
      let satisfied = waiters.filter { $0.condition(value) }
      if !satisfied.isEmpty { waiters.removeAll { $0.condition(value) } }
      return satisfied
    }
  }

  private let state: Locked<State>

  package init(_ value: Value) { state = Locked(State(value: value)) }

  package var value: Value { state.withLock { $0.value } }

  /// Changes the value, and wakes the waiters whose condition is now true.
  package func update<Output: Sendable>(_ change: (inout Value) -> Output) -> Output {
    let (output, woken, value) = state.withLock { state in
      let output = change(&state.value)
      let woken = state.satisfied()
      return (output, woken, woken.isEmpty ? nil : state.value)
    }
    if let value {
      for waiter in woken { waiter.continuation.resume(returning: value) }
    }
    return output
  }

  /// Waits until the condition is true.
  ///
  /// - Returns: The value at that moment.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @discardableResult
  package func wait(until condition: @escaping @Sendable (Value) -> Bool) async throws -> Value {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(Waiter(ticket: ticket, condition: condition, continuation: continuation))
      }
    } onCancel: {
      leave(ticket)
    }
  }

  /// Runs in the waiting task. An earlier cancellation is detected here, and a later one finds the waiter.
  private func enter(_ waiter: Waiter) {
    let outcome: Result<Value, any Error>? = state.withLock { state in
      if Task.isCancelled { return .failure(CancellationError()) }
      if waiter.condition(state.value) { return .success(state.value) }
      state.waiters.append(waiter)
      return nil
    }
    if let outcome { waiter.continuation.resume(with: outcome) }
  }

  private func leave(_ ticket: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
