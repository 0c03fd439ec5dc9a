import AbstractHTTP
import Synchronization

/// Counts the calls of a client that have begun and not ended, and refuses new ones once it is closed.
final class CallsInFlight: Sendable {
  private typealias Waiter = AsyncStream<Never>.Continuation

  private struct State: Sendable {
    var count = 0
    var isClosed = false
    var waiters: [Waiter] = []

    /// - Returns: Those who have waited for the last call.
    mutating func end() -> [Waiter] {
      count -= 1
      guard count == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }

    /// - Returns: Whether there is nothing to wait for.
    mutating func wait(_ waiter: Waiter) -> Bool {
      if count > 0 { waiters.append(waiter) }
      return count == 0
    }
  }

  private let state = Mutex(State())

  /// Whether new calls are refused.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Refuses new calls from now on.
  func close() { state.withLock { $0.isClosed = true } }

  /// Waits until no call is in flight, or the task is cancelled.
  func allEnded() async {
    let (ends, waiter) = AsyncStream.makeStream(of: Never.self)
    if state.withLock({ $0.wait(waiter) }) { waiter.finish() }
    for await _ in ends {}
  }

  /// Counts calls, and refuses them.
  var middleware: Middleware {
    Middleware(
      "in flight",
      combining: .observeCalls { [self] _ in
        state.withLock { $0.count += 1 }
        return { [self] event in
          guard case .ended = event.kind else { return }
          for waiter in state.withLock({ $0.end() }) { waiter.finish() }
        }
      },
      Middleware("refuse") { [self] request, next in
        if isClosed { throw ShuttingDown() }
        return try await next(request)
      }
    )
  }
}
