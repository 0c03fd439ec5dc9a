/// A clock as middleware reads it: how late it is, and how to wait, whatever the clock's own type.
struct AnyClock: Sendable {
  /// The time since the clock was created.
  let now: @Sendable () -> Duration
  /// Waits; throws `CancellationError` as soon as the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Calls a closure at a moment, given as the time since the clock was created. The closure must not block.
  private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.wait(for: $0) }
    if clock is ContinuousClock, let start = start as? ContinuousClock.Instant {
      schedule = { .timer(at: start + $0, $1) }
    } else {
      schedule = { moment, fire in
        .task {
          try await clock.wait(until: start.advanced(by: moment))
        } then: {
          fire()
        }
      }
    }
  }

  /// Calls a closure at a moment, given as the time since the clock was created.
  ///
  /// - Parameter fire: Must not block. Isn't called if the call is cancelled before.
  func call(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> ScheduledCall { schedule(moment, fire) }
}

/// A call that a clock makes later.
enum ScheduledCall: Sendable {
  case timer(UInt64)
  case task(Task<Void, Never>)

  fileprivate static func timer(
    at moment: ContinuousClock.Instant,
    _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    let id = TimerQueue.shared.makeId()
    TimerQueue.shared.add(id, at: moment, fire)
    return .timer(id)
  }

  fileprivate static func task(
    _ sleep: @escaping @Sendable () async throws -> Void,
    then fire: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    .task(
      Task(executorPreference: ThreadPool.shared) {
        do { try await sleep() } catch { return }
        fire()
      }
    )
  }

  func cancel() {
    switch self {
    case .timer(let id): TimerQueue.shared.remove(id)
    case .task(let task): task.cancel()
    }
  }
}
