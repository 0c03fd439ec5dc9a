extension Promise {
  /// The outcome of the promise, once it has settled.
  ///
  /// The promise of a connection returns it as soon as it is decided, which may be before handlers are called on the
  /// main thread.
  ///
  /// If the waiting task is cancelled, this property returns `.cancelled(nil)` at once, and the promise is cancelled if
  /// it has no other listeners.
  @inlinable
  public nonisolated(nonsending) var outcome: Outcome<Value, Failure> {
    get async {
      if let decided = core.decided { return decided.outcome() }
      return await core.waited()?.outcome() ?? .cancelled(nil)
    }
  }

  /// The value of the promise, once it is fulfilled.
  ///
  /// If the waiting task is cancelled, it stops waiting at once, and the promise is cancelled if it has no other
  /// listeners.
  ///
  /// - Throws: The error of the promise. `CancellationError` if the waiting task was cancelled, or if the promise was
  ///   cancelled without an error.
  @inlinable
  @_disfavoredOverload
  public nonisolated(nonsending) var value: Value {
    get async throws {
      switch await outcome {
      case .fulfilled(let value): return value
      case .rejected(let error): throw error
      case .cancelled(let error): throw error ?? CancellationError()
      }
    }
  }
}

extension Promise where Failure == Never {
  /// The value of a promise that can't fail, once it is fulfilled; nil if the promise or the waiting task was
  /// cancelled.
  ///
  /// ```swift
  /// let outcomes = await Promise.allSettled(promises).value ?? []
  /// ```
  @inlinable
  public nonisolated(nonsending) var value: Value? {
    get async { await outcome.value }
  }
}

extension PromiseCore {
  /// Waits for the settlement. Returns nil if the waiting task is cancelled.
  @usableFromInline
  nonisolated(nonsending) func waited() async -> AnyOutcome? {
    let waiter = AwaitingTask()
    let identity = ObjectIdentifier(waiter)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard waiter.wait(continuation) else { return leave(identity) }
        attachAwaiter(identity) { waiter.resume(returning: $0) }
        if waiter.hasLeft { leave(identity) }
      }
    } onCancel: {
      waiter.leave()
      leave(identity)
    }
    // NB: the sanitizer doesn't see that a continuation orders the code before and after its resumption.
    #if THREAD_SANITIZED
      _ = waiter.hasLeft
    #endif
    return outcome
  }
}

/// A task that waits for a promise. It continues once, when the promise settles or the task is cancelled.
private final class AwaitingTask: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<AnyOutcome?, Never>)
    case resumed
    case left
  }

  private let state = Locked(State.idle)

  var hasLeft: Bool {
    state.withLock { if case .left = $0 { true } else { false } }
  }

  /// Stores the continuation. If the task has already been cancelled, it continues at once.
  func wait(_ continuation: CheckedContinuation<AnyOutcome?, Never>) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .idle = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWaiting { continuation.resume(returning: nil) }
    return isWaiting
  }

  func resume(returning settlement: AnyOutcome) { end(.resumed)?.resume(returning: settlement) }

  func leave() { end(.left)?.resume(returning: nil) }

  private func end(_ new: State) -> CheckedContinuation<AnyOutcome?, Never>? {
    state.withLock { state in
      switch state {
      case .waiting(let continuation):
        state = new
        return continuation
      case .idle:
        state = new
        return nil
      case .resumed, .left: return nil
      }
    }
  }
}
