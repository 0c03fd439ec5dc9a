extension Clock where Duration == Swift.Duration {
  /// Waits; what the library waits by, in place of `sleep(for:)`.
  ///
  /// By the continuous clock, the wait ends on time also while every thread of Swift's pool is blocked.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, and what another clock throws.
  func wait(for duration: Duration) async throws {
    guard self is ContinuousClock else { return try await sleep(for: duration) }
    try await TimerQueue.shared.wait(until: .now + duration.clamped)
  }

  /// Waits up to a moment.
  func wait(until moment: Instant) async throws {
    guard self is ContinuousClock, let moment = moment as? ContinuousClock.Instant else {
      return try await sleep(until: moment, tolerance: nil)
    }
    try await TimerQueue.shared.wait(until: moment)
  }
}

extension TimerQueue {
  /// Waits up to a moment.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait(until moment: Instant) async throws {
    try Task.checkCancellation()
    guard moment > .now else { return }
    let (id, sleeper) = (makeId(), Sleeper())
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard sleeper.sleep(continuation) else { return }
        add(id, at: moment) { sleeper.wake() }
        if sleeper.isAwake { remove(id) }
      }
    } onCancel: {
      sleeper.wake(throwing: CancellationError())
      remove(id)
    }
  }
}

/// A task that waits for a timer: it goes on once, when that is due or when the task is cancelled.
private final class Sleeper: Sendable {
  private enum State: Sendable {
    case yetToSleep
    case asleep(CheckedContinuation<Void, any Error>)
    case awake
  }

  private let state = Locked(State.yetToSleep)

  var isAwake: Bool {
    state.withLock { if case .awake = $0 { true } else { false } }
  }

  /// - Returns: `false` if the task has been cancelled already; then it goes on at once.
  func sleep(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let sleeps = state.withLock { state in
      guard case .yetToSleep = state else { return false }
      state = .asleep(continuation)
      return true
    }
    if !sleeps { continuation.resume(throwing: CancellationError()) }
    return sleeps
  }

  func wake(throwing error: (any Error)? = nil) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      defer { state = .awake }
      return if case .asleep(let continuation) = state { continuation } else { nil }
    }
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }
}

extension Duration {
  /// As long as anybody waits: a hundred years, which every clock can count.
  static var century: Duration { .seconds(3_155_760_000) }

  /// The duration from zero to a century that is nearest to this one.
  var clamped: Duration { Swift.max(.zero, Swift.min(self, .century)) }

  /// The duration times a factor, from zero to a century.
  func scaled(by factor: Double) -> Duration {
    guard self > .zero, factor > 0 else { return .zero }
    guard factor < .century / self else { return .century }
    return self * factor
  }
}
