/// A task that sleeps on a ``TestClock``.
struct Sleeper: Sendable {
  let ticket: Int
  let deadline: TestClock.Instant
  let continuation: CheckedContinuation<Void, any Error>
}

/// The state of a ``TestClock``: the time, and who sleeps until when.
struct Sleepers: Sendable {
  private(set) var now = TestClock.Instant(offset: .zero)
  private(set) var waits: [Duration] = []
  /// Who sleeps, the earliest to wake first.
  private(set) var sleepers: [Sleeper] = []
  private var lastTicket = 0

  /// Records a sleep.
  ///
  /// - Returns: Its number.
  mutating func begin(until deadline: TestClock.Instant) -> Int {
    waits.append(now.duration(to: deadline))
    lastTicket += 1
    return lastTicket
  }

  /// Lets a task sleep. Runs in that task: a cancel that came before is seen here, one that comes later finds the sleeper.
  ///
  /// - Returns: What to tell a task that is not to sleep at all.
  mutating func enter(_ sleeper: Sleeper) -> Result<Void, any Error>? {
    if Task.isCancelled { return .failure(CancellationError()) }
    if sleeper.deadline <= now { return .success(()) }
    let place = sleepers.lastIndex { $0.deadline <= sleeper.deadline }.map { $0 + 1 } ?? 0
    sleepers.insert(sleeper, at: place)
    return nil
  }

  /// - Returns: The sleeper, if it sleeps still.
  mutating func leave(_ ticket: Int) -> Sleeper? {
    sleepers.firstIndex { $0.ticket == ticket }.map { sleepers.remove(at: $0) }
  }

  /// Moves the time.
  ///
  /// - Returns: Those who are to wake, the earliest first.
  mutating func move(to instant: TestClock.Instant) -> [Sleeper] {
    now = instant
    let awake = Array(sleepers.prefix { $0.deadline <= instant })
    sleepers.removeFirst(awake.count)
    return awake
  }
}
