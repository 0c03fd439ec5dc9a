/// A clock as middleware reads it: how late it is, and how to wait, whatever the clock's own type.
struct AnyClock: Sendable {
  /// The time since the clock was created.
  let now: @Sendable () -> Duration
  /// Waits; throws `CancellationError` as soon as the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The same up to a moment, given as the time since the clock was created.
  let sleepUntil: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.wait(for: $0) }
    sleepUntil = { try await clock.wait(until: start.advanced(by: $0)) }
  }
}
