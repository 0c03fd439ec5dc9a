/// A type-erased clock for middleware.
struct AnyClock: Sendable {
  /// The time since the clock was created.
  let now: @Sendable () -> Duration
  /// Waits for a duration; throws `CancellationError` as soon as the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Calls a closure, which must not block, at a time since the clock was created, unless the call is cancelled before.
  let call: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.wait(for: $0) }
    if clock is ContinuousClock, let start = start as? ContinuousClock.Instant {
      call = { .timer(at: start + $0, $1) }
    } else {
      call = { moment, fire in
        .task({ try await clock.wait(until: start.advanced(by: moment)) }, then: fire)
      }
    }
  }
}
