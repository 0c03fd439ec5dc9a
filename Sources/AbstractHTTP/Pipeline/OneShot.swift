/// A value that is given once, before or after somebody waits for it.
final class OneShot<Output: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(UnsafeContinuation<Result<Output, any Error>, Never>)
    case given(Result<Output, any Error>, on: ThreadId)
  }

  private let creator = ThreadId.current
  private let state = Locked(State.open)

  /// The result, if it was given on the thread that created this: by a call that did not have to wait.
  ///
  /// A result from another thread has to be awaited, even if it's here already. Otherwise a race would decide whether the
  /// caller's thread, which may be the main thread, runs what follows.
  var givenByCreator: Result<Output, any Error>? {
    state.withLock { if case .given(let result, creator) = $0 { result } else { nil } }
  }

  /// Returns a callback that gives the result, and that gives an error if it's released without having been called.
  func callback() -> @Sendable (Result<Output, any Error>) -> Void {
    let callback = Callback(self)
    return { callback.call($0) }
  }

  /// Gives the result; the first one counts.
  func give(_ result: Result<Output, any Error>) {
    let waiter = state.withLock { state -> UnsafeContinuation<Result<Output, any Error>, Never>? in
      defer { if case .given = state {} else { state = .given(result, on: .current) } }
      return if case .awaited(let waiter) = state { waiter } else { nil }
    }
    waiter?.resume(returning: result)
  }

  /// Waits for the result. If the task is cancelled, cancels the work and stops waiting.
  func awaited(orCancelledBy cancel: @escaping @Sendable () -> Void) async -> Result<Output, any Error> {
    await withTaskCancellationHandler {
      await awaited()
    } onCancel: {
      give(.failure(CancellationError()))
      cancel()
    }
  }

  /// Waits for the result, even if the task is cancelled.
  func awaited() async -> Result<Output, any Error> {
    let result: Result<Output, any Error> = await withUnsafeContinuation { waiter in
      FirstPart.connecting { self.connect(waiter) }
    }
    // NB: the sanitizer doesn't see that a continuation orders what comes before its resumption and after it.
    #if THREAD_SANITIZED
      state.withLock { _ in }
    #endif
    return result
  }

  private func connect(_ waiter: UnsafeContinuation<Result<Output, any Error>, Never>) {
    let result = state.withLock { state -> Result<Output, any Error>? in
      if case .given(let result, _) = state { return result }
      state = .awaited(waiter)
      return nil
    }
    if let result { waiter.resume(returning: result) }
  }
}

/// Gives an error if it's released uncalled.
private final class Callback<Output: Sendable>: Sendable {
  private let wasCalled = Locked(false)
  private let oneShot: OneShot<Output>

  init(_ oneShot: OneShot<Output>) { self.oneShot = oneShot }

  func call(_ result: Result<Output, any Error>) {
    wasCalled.withLock { $0 = true }
    oneShot.give(result)
  }

  deinit {
    if !wasCalled.withLock({ $0 }) { oneShot.give(.failure(DroppedCallback())) }
  }
}
