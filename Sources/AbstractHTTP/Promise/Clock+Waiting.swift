extension Clock where Duration == Swift.Duration {
  /// Waits for a duration. The library uses this method instead of `sleep(for:)`.
  ///
  /// With the continuous clock, the wait ends on time even if every thread of Swift's pool is blocked.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, and errors of a custom clock.
  func wait(for duration: Duration) async throws {
    guard self is ContinuousClock else { return try await sleep(for: duration) }
    try await TimerQueue.shared.wait(until: .now + duration.clamped)
  }

  /// Waits until a moment.
  func wait(until moment: Instant) async throws {
    guard self is ContinuousClock, let moment = moment as? ContinuousClock.Instant else {
      return try await sleep(until: moment, tolerance: nil)
    }
    try await TimerQueue.shared.wait(until: moment)
  }
}

extension TimerQueue {
  /// Waits until a moment.
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

/// A task that waits for a timer. It continues once, when the timer is due or the task is cancelled.
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

  /// - Returns: `false` if the task has already been cancelled. It then continues at once.
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
  /// The longest possible wait: a hundred years, which every clock can represent.
  static var century: Duration { .seconds(3_155_760_000) }

  /// The duration, clamped to a range from zero to a century.
  var clamped: Duration { Swift.max(.zero, Swift.min(self, .century)) }

  /// Returns the duration multiplied by a factor, clamped to a range from zero to a century.
  func scaled(by factor: Double) -> Duration {
    guard self > .zero, factor > 0 else { return .zero }
    guard factor < .century / self else { return .century }
    return self * factor
  }
}
