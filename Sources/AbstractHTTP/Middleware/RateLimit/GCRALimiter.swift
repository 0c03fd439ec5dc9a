/// A rate limiter: a pure state machine, whose methods return the actions to perform after the lock is released.
///
/// It uses the generic cell rate algorithm (ITU-T I.371): a single number is the time at which the next request would
/// be due if all had arrived evenly. The first waiter watches the clock, and the others wait for it.
struct GCRALimiter: Sendable {
  /// The rate of requests.
  struct Policy: Sendable {
    /// The interval between requests.
    let interval: Duration
    /// How much earlier than due a request may be sent.
    let tolerance: Duration
    /// The maximum number of waiters.
    let queue: Int
  }

  enum Entry: Sendable {
    case admitted
    /// Is the first in the queue, and must watch the clock.
    case leading
    case queued(WaiterQueue.Place)
    case refused(waiting: Int)
  }

  private var due = Duration.zero
  private var line = WaiterQueue()
  private var hasLeader = false

  /// Proceeds, or takes a place in the queue.
  mutating func enter(at now: Duration, _ policy: Policy) -> Entry {
    if !hasLeader, wait(at: now, policy) <= .zero {
      go(at: now, policy)
      return .admitted
    }
    let waiting = line.count + (hasLeader ? 1 : 0)
    guard waiting < policy.queue else { return .refused(waiting: waiting) }
    guard hasLeader else {
      hasLeader = true
      return .leading
    }
    return .queued(line.join())
  }

  /// Proceeds as the first in the queue, if it is time.
  ///
  /// - Returns: How long to wait, or the turn of the next first waiter.
  mutating func lead(at now: Duration, _ policy: Policy) -> (wait: Duration, next: OneShot<Void>?) {
    let wait = wait(at: now, policy)
    guard wait <= .zero else { return (wait, nil) }
    go(at: now, policy)
    return (.zero, handOver())
  }

  /// Gives up the first position in the queue.
  ///
  /// - Returns: The turn of the next first waiter.
  mutating func handOver() -> OneShot<Void>? {
    let next = line.call()
    hasLeader = next != nil
    return next
  }

  mutating func leave(_ place: WaiterQueue.Place) -> Bool { line.leave(place) }

  /// Returns whether no history needs to be kept.
  func isIdle(at now: Duration) -> Bool { !hasLeader && due <= now }

  private func wait(at now: Duration, _ policy: Policy) -> Duration { due - policy.tolerance - now }

  private mutating func go(at now: Duration, _ policy: Policy) { due = max(due, now) + policy.interval }
}
