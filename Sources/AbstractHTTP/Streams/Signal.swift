/// Wakes one waiter, once.
final class Signal: Sendable {
  private let state = Locked<(waiter: UnsafeContinuation<Void, Never>?, isGiven: Bool)>((nil, false))

  /// - Returns: `false` if the signal has already been given. The next signal wakes the waiter.
  func connect(_ waiter: UnsafeContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      state.waiter = waiter
      return !state.isGiven
    }
  }

  func give() {
    let waiter = state.withLock { state in
      state.isGiven = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Waits until the signal is given, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        if !connect(waiter) { give() }
      }
    } onCancel: {
      give()
    }
  }
}
