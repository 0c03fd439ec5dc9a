/// The queue of a pool and its threads: which one takes which job, and when another is needed.
///
/// One thread at a time is on its way: woken or started, and yet to take a job. When it does, and finds more, it sends for the
/// next one. So threads that find nothing to do are few.
///
/// As many threads as there are processors take jobs at once. If jobs still wait some time later, and those threads have
/// taken none or leave the processors idle, they block: then twice as many may work, until no job is left.
struct ThreadPoolState: Sendable {
  /// What is to be done once the lock is left.
  enum Wake: Sendable {
    case none
    case thread(PoolThread)
    case new
    /// Some time later, ``ThreadPoolState/check(since:isProcessorIdle:)`` is to be called with the number.
    case check(Int)
  }

  private let limit: Int
  private let width: Int
  /// How many threads may work at once, for now.
  private var allowed: Int
  private var taken = 0
  private var isChecked = false
  private var jobs = Fifo<ThreadPool.Job>()
  /// The threads that wait; the one that came last is woken first, so that those that are not needed end.
  private var idle: [PoolThread] = []
  private var isOneComing = false
  private(set) var threadCount = 0

  var idleCount: Int { idle.count }

  init(limit: Int, width: Int) {
    self.limit = max(limit, 1)
    self.width = min(max(width, 1), self.limit)
    allowed = self.width
  }

  /// - Parameter wakes: `false` if the calling thread asks for a job next.
  mutating func add(_ job: ThreadPool.Job, wakes: Bool) -> Wake {
    jobs.append(job)
    return wakes ? another() : .none
  }

  /// The next job for a thread; one that gets none is to wait.
  ///
  /// - Parameter wasWoken: Whether the thread was on its way.
  mutating func next(for thread: PoolThread, wasWoken: Bool) -> (job: ThreadPool.Job?, wake: Wake) {
    if wasWoken { isOneComing = false }
    guard let job = jobs.popFirst() else {
      idle.append(thread)
      allowed = max(width, min(allowed, threadCount - idle.count + 1))
      return (nil, .none)
    }
    taken &+= 1
    return (job, jobs.isEmpty ? .none : another())
  }

  /// Lets go of a thread that has waited for long enough.
  ///
  /// - Returns: `false` if it has been chosen to be woken meanwhile.
  mutating func retire(_ thread: PoolThread) -> Bool {
    guard let place = idle.firstIndex(where: { $0 === thread }) else { return false }
    idle.remove(at: place)
    threadCount -= 1
    return true
  }

  /// Lets more threads work if those that do are blocked.
  ///
  /// - Parameters:
  ///   - before: How many jobs had been taken when the check was asked for.
  ///   - isProcessorIdle: Whether the process has used little of its processors since then.
  mutating func check(since before: Int, isProcessorIdle: Bool) -> Wake {
    isChecked = false
    guard !jobs.isEmpty else { return .none }
    if taken == before || isProcessorIdle { allowed = min(allowed * 2, limit) }
    return another()
  }

  private mutating func another() -> Wake {
    guard !isOneComing else { return .none }
    guard threadCount - idle.count < allowed else {
      guard !isChecked, allowed < limit else { return .none }
      isChecked = true
      return .check(taken)
    }
    if let thread = idle.popLast() {
      isOneComing = true
      return .thread(thread)
    }
    guard threadCount < limit else { return .none }
    isOneComing = true
    threadCount += 1
    return .new
  }
}
