import Synchronization

/// The library's timers: one thread that sleeps until the next timer is due, and ends after some time without timers.
///
/// They are on time even if other threads are blocked: `Task.sleep` wakes on a thread of Swift's pool, which may have
/// none left.
final class TimerQueue: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The timers of the process.
  static let shared = TimerQueue()

  fileprivate struct State: Sendable {
    var heap = TimerHeap()
    /// The moment at which the thread wakes by itself; nil without a thread.
    var wakesAt: Instant?
    /// The moment at which the thread ends without further timers.
    var idleUntil: Instant?
  }

  fileprivate enum Turn: Sendable {
    case fire([@Sendable () -> Void])
    case sleep(until: Instant)
    case end
  }

  private let idleTime: Duration
  private let lastId = Atomic<UInt64>(0)
  private let signal = WakeSignal()
  private let state = Locked(State())

  /// - Parameter idleTime: How long the thread waits for a timer before it ends.
  init(idleTime: Duration = .seconds(10)) { self.idleTime = idleTime }

  /// The number of timers.
  var count: Int { state.withLock { $0.heap.count } }

  /// Whether the thread exists.
  var hasThread: Bool { state.withLock { $0.wakesAt != nil } }

  /// Returns an identifier for a new timer.
  func makeId() -> UInt64 { lastId.add(1, ordering: .relaxed).newValue }

  /// Adds a timer.
  ///
  /// - Parameter fire: Called on the timer thread, which it must not block, unless the timer is removed before.
  func add(_ id: UInt64, at moment: Instant, _ fire: @escaping @Sendable () -> Void) {
    let wakesAt = state.withLock { state in
      state.heap.add(id, at: moment, fire)
      state.idleUntil = nil
      defer { state.wakesAt = min(moment, state.wakesAt ?? moment) }
      return state.wakesAt
    }
    guard let wakesAt else { return NativeThread.start("AbstractHTTP.t", stackSize: 512 << 10) { self.serve() } }
    if moment < wakesAt { signal.set() }
  }

  func remove(_ id: UInt64) { _ = state.withLock { $0.heap.remove(id) } }

  /// Runs a closure after a delay, on a thread of the pool.
  func submit(after duration: Duration, _ work: @escaping @Sendable () -> Void) {
    add(makeId(), at: .now + duration.clamped) { ThreadPool.shared.submit(work) }
  }

  private func serve() {
    while true {
      switch state.withLock({ $0.turn(at: .now, idleTime) }) {
      case .fire(let due): for fire in due { fire() }
      case .sleep(let moment): _ = signal.wait(for: moment - .now)
      case .end: return
      }
    }
  }
}

extension TimerQueue.State {
  fileprivate mutating func turn(at now: TimerQueue.Instant, _ idleTime: Duration) -> TimerQueue.Turn {
    let due = heap.takeDue(at: now)
    if !due.isEmpty { return .fire(due) }
    if let earliest = heap.earliest {
      wakesAt = earliest
      return .sleep(until: earliest)
    }
    let end = idleUntil ?? now + idleTime
    idleUntil = end > now ? end : nil
    wakesAt = idleUntil
    return end > now ? .sleep(until: end) : .end
  }
}
