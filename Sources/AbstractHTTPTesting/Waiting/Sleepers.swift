/// A task that sleeps on a ``TestClock``.
struct Sleeper: Sendable {
  let ticket: Int
  let deadline: TestClock.Instant
  let continuation: CheckedContinuation<Void, any Error>
}

/// The state of a ``TestClock``: the time, and the sleeping tasks with their deadlines.
struct Sleepers: Sendable {
  private(set) var now = TestClock.Instant(offset: .zero)
  private(set) var waits: [Duration] = []
  /// The sleeping tasks, earliest deadline first.
  private(set) var sleepers: [Sleeper] = []
  private var lastTicket = 0

  /// Records a sleep.
  ///
  /// - Returns: The number of the sleep.
  mutating func begin(until deadline: TestClock.Instant) -> Int {
    waits.append(now.duration(to: deadline))
    lastTicket += 1
    return lastTicket
  }

  /// Adds a sleeping task. Runs in that task: an earlier cancellation is detected here, and a later one finds the
  /// sleeper.
  ///
  /// - Returns: The result for a task that doesn't sleep.
  mutating func enter(_ sleeper: Sleeper) -> Result<Void, any Error>? {
    if Task.isCancelled { return .failure(CancellationError()) }
    if sleeper.deadline <= now { return .success(()) }
    let place = sleepers.lastIndex { $0.deadline <= sleeper.deadline }.map { $0 + 1 } ?? 0
    sleepers.insert(sleeper, at: place)
    return nil
  }

  /// - Returns: The sleeper, if it is still sleeping.
  mutating func leave(_ ticket: Int) -> Sleeper? {
    sleepers.firstIndex { $0.ticket == ticket }.map { sleepers.remove(at: $0) }
  }

  /// Advances the time.
  ///
  /// - Returns: The expired sleepers, earliest deadline first.
  mutating func move(to instant: TestClock.Instant) -> [Sleeper] {
    now = instant
    let awake = Array(sleepers.prefix { $0.deadline <= instant })
    sleepers.removeFirst(awake.count)
    return awake
  }
}
