/// The queue of a pool and its threads: which one takes which job, and when another is needed.
///
/// One thread at a time is on its way: woken or started, and yet to take a job. When it does, and finds more, it sends for the
/// next one. So threads that find nothing to do are few, and no job waits while a thread could take it.
struct ThreadPoolState: Sendable {
  /// What is to be done once the lock is left.
  enum Wake: Sendable {
    case none
    case thread(PoolThread)
    case new
  }

  private let limit: Int
  private var jobs = Fifo<ThreadPool.Job>()
  /// The threads that wait; the one that came last is woken first, so that those that are not needed end.
  private var idle: [PoolThread] = []
  private var isOneComing = false
  private(set) var threadCount = 0

  var idleCount: Int { idle.count }

  init(limit: Int) { self.limit = max(limit, 1) }

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
      return (nil, .none)
    }
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

  private mutating func another() -> Wake {
    guard !isOneComing else { return .none }
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
