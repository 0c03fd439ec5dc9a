/// The queue and the threads of a pool: decides which thread takes which job, and when another is needed.
///
/// One thread at a time is on its way: woken or started, but without a job yet. When it takes a job and finds more, it
/// sends for the next thread. Few threads therefore find nothing to do.
///
/// As many threads as there are processors take jobs at once. If jobs still wait some time later, and those threads
/// have taken none or leave the processors idle, they must be blocked. Then twice as many may work, until no job is
/// left.
struct ThreadPoolState: Sendable {
  /// The action to perform after the lock is released.
  enum Wake: Sendable {
    case none
    case thread(PoolThread)
    case new
    /// Call ``ThreadPoolState/check(since:isProcessorIdle:)`` some time later, with this number.
    case check(Int)
  }

  private let limit: Int
  private let width: Int
  /// How many threads may currently work at once.
  private var allowed: Int
  private var taken = 0
  private var isChecked = false
  private var jobs = Fifo<ThreadPool.Job>()
  /// The waiting threads. The most recent one is woken first, so that surplus threads end.
  private var idle: [PoolThread] = []
  private var isOneComing = false
  private(set) var threadCount = 0

  var idleCount: Int { idle.count }

  init(limit: Int, width: Int) {
    self.limit = max(limit, 1)
    self.width = min(max(width, 1), self.limit)
    allowed = self.width
  }

  /// - Parameter wakes: `false` if the calling thread requests a job next.
  mutating func add(_ job: ThreadPool.Job, wakes: Bool) -> Wake {
    jobs.append(job)
    return wakes ? another() : .none
  }

  /// Returns the next job for a thread. A thread without a job must wait.
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

  /// Removes a thread that has waited long enough.
  ///
  /// - Returns: `false` if the thread has been chosen to be woken in the meantime.
  mutating func retire(_ thread: PoolThread) -> Bool {
    guard let place = idle.firstIndex(where: { $0 === thread }) else { return false }
    idle.remove(at: place)
    threadCount -= 1
    return true
  }

  /// Allows more threads to work if the working ones are blocked.
  ///
  /// - Parameters:
  ///   - before: The number of jobs that had been taken when the check was scheduled.
  ///   - isProcessorIdle: Whether the process has used little processor time since then.
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
