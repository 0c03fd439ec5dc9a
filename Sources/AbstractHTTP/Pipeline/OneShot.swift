import Synchronization

/// A value that is delivered once, before or after a task starts to wait for it.
struct OneShot<Output: Sendable>: Sendable {
  // NB: not generic, because members of a generic class look up its types on each use.
  let core = OneShotCore()

  /// The result, if it was delivered on the thread that created this object, by a call that didn't have to wait.
  ///
  /// A result from another thread must be awaited, even if it is already available. Otherwise, a race would decide
  /// whether the caller's thread, which may be the main thread, runs the code that follows.
  var givenByCreator: Result<Output, any Error>? { core.givenByCreator.map(Self.unwrapped) }

  /// Returns a callback that delivers the result. If it is released without being called, it delivers an error.
  func callback() -> @Sendable (Result<Output, any Error>) -> Void {
    let callback = Callback(core)
    return { callback.call(Self.wrapped($0)) }
  }

  /// Delivers the result. Only the first one counts.
  func give(_ result: Result<Output, any Error>) { core.give(Self.wrapped(result)) }

  /// Waits for the result. If the task is cancelled, cancels the work and stops waiting.
  func awaited(orCancelledBy cancel: @escaping @Sendable () -> Void) async -> Result<Output, any Error> {
    await withTaskCancellationHandler {
      await awaited()
    } onCancel: {
      core.give(.failure(CancellationError()))
      cancel()
    }
  }

  /// Waits for the result, even if the task is cancelled.
  func awaited() async -> Result<Output, any Error> { Self.unwrapped(await core.awaited()) }

  private static func wrapped(_ result: Result<Output, any Error>) -> OneShotCore.Outcome { result.map { Box($0) } }

  private static func unwrapped(_ outcome: OneShotCore.Outcome) -> Result<Output, any Error> {
    outcome.map { unbox($0, as: Output.self) }
  }
}

/// A ``OneShot`` without its type.
final class OneShotCore: Sendable {
  typealias Outcome = Result<any AnyBox, any Error>

  private enum State {
    case open
    case awaited(UnsafeContinuation<Outcome, Never>)
    case given(Outcome, on: ThreadId)
  }

  private let creator = ThreadId.current
  private let state = Locked(State.open)

  var givenByCreator: Outcome? {
    state.withLock { if case .given(let outcome, creator) = $0 { outcome } else { nil } }
  }

  func give(_ outcome: Outcome) {
    let waiter = state.withLock { state -> UnsafeContinuation<Outcome, Never>? in
      switch state {
      case .given: return nil
      case .open:
        state = .given(outcome, on: .current)
        return nil
      case .awaited(let waiter):
        state = .given(outcome, on: .current)
        return waiter
      }
    }
    waiter?.resume(returning: outcome)
  }

  func awaited() async -> Outcome {
    let outcome: Outcome = await withUnsafeContinuation { waiter in
      FirstPart.connecting { self.connect(waiter) }
    }
    // NB: the sanitizer doesn't see that a continuation orders the code before and after its resumption.
    #if THREAD_SANITIZED
      state.withLock { _ in }
    #endif
    return outcome
  }

  private func connect(_ waiter: UnsafeContinuation<Outcome, Never>) {
    let outcome = state.withLock { state -> Outcome? in
      if case .given(let outcome, _) = state { return outcome }
      state = .awaited(waiter)
      return nil
    }
    if let outcome { waiter.resume(returning: outcome) }
  }
}

/// Delivers an error if it is released without being called.
private final class Callback: Sendable {
  private let wasCalled = Atomic(false)
  private let oneShot: OneShotCore

  init(_ oneShot: OneShotCore) { self.oneShot = oneShot }

  func call(_ outcome: OneShotCore.Outcome) {
    wasCalled.store(true, ordering: .relaxed)
    oneShot.give(outcome)
  }

  deinit {
    if !wasCalled.load(ordering: .acquiring) { oneShot.give(.failure(DroppedCallback())) }
  }
}
