/// The queue and the threads of a pool: decides which thread takes which job, and when another is needed.
///
/// One thread at a time is on its way: woken or started, but without a job yet. When it takes a job and finds more, it
/// sends for the next thread. Few threads therefore find nothing to do.
///
/// As many threads as there are processors take jobs at once. A thread that is at the same job through a whole interval
/// between two checks is stuck, be it blocked or computing, and another may work in its place. If jobs still wait, and
/// the threads have taken none or leave the processors idle, most of them must be blocked, each for a short time: then
/// twice as many more may work, and half as many more after each check that finds the processors busy.
struct ThreadPoolState: Sendable {
  /// The action to perform after the lock is released.
  enum Wake: Sendable {
    case none
    case thread(PoolThread)
    case new
    /// Call ``ThreadPoolState/check(since:processorShare:)`` some time later, with this number.
    case check(Int)
  }

  /// The job that a thread takes.
  struct Next: Sendable {
    /// `nil` if the thread must wait.
    var job: ThreadPool.Job?
    /// The round in which it takes the job.
    var round: Int
    var wake: Wake
  }

  private let limit: Int
  private let width: Int
  /// How many more threads than processors may currently work. Threads that are stuck don't count.
  private var extra = 0
  /// How many threads are at a job that they took in this round, in the former one, and earlier.
  private var fresh = 0
  private var recent = 0
  private var stuck = 0
  /// How many checks there were.
  private var round = 0
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
  }

  /// - Parameter wakes: `false` if the calling thread requests a job next.
  mutating func add(_ job: ThreadPool.Job, wakes: Bool) -> Wake {
    jobs.append(job)
    return wakes ? another() : .none
  }

  /// Returns the next job for a thread. A thread without a job must wait.
  ///
  /// - Parameter last: The round in which it took the job that it has ended; `nil` if it was on its way.
  mutating func next(for thread: PoolThread, after last: Int?) -> Next {
    if let last { leave(since: last) } else { isOneComing = false }
    guard mayWork, let job = jobs.popFirst() else {
      idle.append(thread)
      if jobs.isEmpty { extra = min(extra, max(0, fresh + recent + 1 - width)) }
      return Next(job: nil, round: round, wake: jobs.isEmpty ? .none : another())
    }
    taken &+= 1
    fresh += 1
    return Next(job: job, round: round, wake: jobs.isEmpty ? .none : another())
  }

  private mutating func leave(since last: Int) {
    switch round - last {
    case 0: fresh -= 1
    case 1: recent -= 1
    default: stuck -= 1
    }
  }

  /// Whether another thread may take a job.
  private var mayWork: Bool { fresh + recent < width + extra }

  /// Removes a thread that has waited long enough.
  ///
  /// - Returns: `false` if the thread has been chosen to be woken in the meantime.
  mutating func retire(_ thread: PoolThread) -> Bool {
    guard let place = idle.firstIndex(where: { $0 === thread }) else { return false }
    idle.remove(at: place)
    threadCount -= 1
    return true
  }

  /// Begins a new round, and allows more threads to work if the working ones are blocked, or fewer if they aren't.
  ///
  /// - Parameters:
  ///   - before: The number of jobs that had been taken when the check was scheduled.
  ///   - processorShare: The share of the processors' time that the process has used since then, 0 to 1.
  mutating func check(since before: Int, processorShare: Double) -> Wake {
    isChecked = false
    (fresh, recent, stuck, round) = (0, fresh, stuck + recent, round + 1)
    guard !jobs.isEmpty else { return .none }
    if taken == before || processorShare < 0.25 {
      extra = min(max(2 * extra, width), limit)
    } else if processorShare > 0.75 {
      extra /= 2
    }
    return another()
  }

  private mutating func another() -> Wake {
    guard !isOneComing else { return .none }
    guard mayWork, !idle.isEmpty || threadCount < limit else {
      guard !isChecked, stuck + width < limit else { return .none }
      isChecked = true
      return .check(taken)
    }
    if let thread = idle.popLast() {
      isOneComing = true
      return .thread(thread)
    }
    isOneComing = true
    threadCount += 1
    return .new
  }
}
