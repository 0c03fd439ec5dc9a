/// When requests may go, and who waits for it: a pure state machine, whose methods return what to do once its lock is left.
///
/// The generic cell rate algorithm (ITU-T I.371): one number says when the next request would be due, had all come evenly.
/// The first of those who wait watches the clock; the others wait for it.
struct GCRALimiter: Sendable {
  /// How fast requests may go.
  struct Policy: Sendable {
    /// The time from one to the next.
    let interval: Duration
    /// How much earlier than due one may go.
    let tolerance: Duration
    /// How many may wait.
    let queue: Int
  }

  enum Entry: Sendable {
    case admitted
    /// Is the first in the line, and to watch the clock.
    case leading
    case queued(WaiterQueue.Place)
    case refused(waiting: Int)
  }

  private var due = Duration.zero
  private var line = WaiterQueue()
  private var hasLeader = false

  /// Goes, or takes a place in the line.
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

  /// Goes as the first in the line, if it is time.
  ///
  /// - Returns: How long to wait, or whose turn it is to be the first.
  mutating func lead(at now: Duration, _ policy: Policy) -> (wait: Duration, next: OneShot<Void>?) {
    let wait = wait(at: now, policy)
    guard wait <= .zero else { return (wait, nil) }
    go(at: now, policy)
    return (.zero, handOver())
  }

  /// Ends being the first in the line.
  ///
  /// - Returns: Whose turn it is.
  mutating func handOver() -> OneShot<Void>? {
    let next = line.call()
    hasLeader = next != nil
    return next
  }

  mutating func leave(_ place: WaiterQueue.Place) -> Bool { line.leave(place) }

  /// Whether nothing is to be remembered of what went.
  func isIdle(at now: Duration) -> Bool { !hasLeader && due <= now }

  private func wait(at now: Duration, _ policy: Policy) -> Duration { due - policy.tolerance - now }

  private mutating func go(at now: Duration, _ policy: Policy) { due = max(due, now) + policy.interval }
}
