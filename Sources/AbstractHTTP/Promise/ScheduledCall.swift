/// A call that a clock makes later.
enum ScheduledCall: Sendable {
  case timer(UInt64)
  case task(Task<Void, Never>)

  static func timer(
    at moment: ContinuousClock.Instant,
    _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    let id = TimerQueue.shared.makeId()
    TimerQueue.shared.add(id, at: moment, fire)
    return .timer(id)
  }

  static func task(
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
