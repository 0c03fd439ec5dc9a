import Foundation

/// The library's threads. They run its tasks, its callbacks, and all user code that isn't `async`.
///
/// They are separate from the threads of Swift's cooperative pool, so a hook that blocks costs one thread and nothing
/// else. Threads are started on demand, up to a limit, and end after some idle time. Beyond one thread for each
/// processor, more are started only if those are blocked, or at the same work for some time, because they would only
/// compete. If all threads are blocked, work waits, and runs in the order in which it arrived.
///
/// As a task executor, it runs the library's tasks: those made with `Task(executorPreference: ThreadPool.shared)`.
final class ThreadPool: TaskExecutor {
  /// A piece of work.
  enum Job: Sendable {
    case work(@Sendable () -> Void)
    case task(UnownedJob)
  }

  /// The pool of the process, with up to 64 threads.
  static let shared = ThreadPool(limit: 64)

  // NB: virtual memory, of which only the touched pages are used. Swift's own threads have 8 MB on Linux and 512 KB
  // elsewhere.
  private static let stackSize = 2 << 20

  /// The interval after which blocked threads are detected.
  private static let checkTime: Duration = .milliseconds(2)

  private let name: String
  private let width: Int
  private let idleTime: Duration
  private let state: Locked<ThreadPoolState>

  /// - Parameters:
  ///   - limit: The maximum number of threads.
  ///   - width: How many threads may work if none blocks. Defaults to one for each processor.
  ///   - idleTime: How long a thread waits for work before it ends.
  init(
    limit: Int,
    width: Int = ProcessInfo.processInfo.activeProcessorCount,
    idleTime: Duration = .seconds(10),
    name: String = "AbstractHTTP.p"
  ) {
    self.name = name
    self.width = width
    self.idleTime = idleTime
    state = Locked(ThreadPoolState(limit: limit, width: width))
    NativeThread.prepare()
  }

  /// The number of threads.
  var threadCount: Int { state.withLock { $0.threadCount } }

  /// The number of threads that wait for work.
  var idleCount: Int { state.withLock { $0.idleCount } }

  /// Runs a closure on a thread of the pool, after all work that was submitted before.
  func submit(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  /// Whether the calling thread belongs to this pool.
  var isCurrent: Bool { PoolThread.isCurrent(in: self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !FirstPart.takes(job) { add(.task(job)) }
  }

  /// Starts a task in this pool, and runs its first part on the calling thread, up to its first wait, which must use
  /// ``FirstPart/connecting(_:)``.
  func startingHere(_ start: () -> Task<Void, Never>) -> Task<Void, Never> { FirstPart.run(on: self, start) }

  /// Runs a closure that wakes tasks as the last action of the current job. If this is a thread of the pool, it
  /// continues with the tasks, unless another thread is free sooner. Neither the closure nor the rest of the job may
  /// block.
  static func handingOver<Output>(_ body: () -> Output) -> Output { PoolThread.handingOver(body) }

  private func add(_ job: Job) {
    guard !NativeThread.isForked else { return run(job) }
    // NB: no other thread is woken for this work. If this thread is slow, the next thread that looks for work takes it.
    // While this thread runs the first part of a task, it doesn't look for work next.
    let wakes = !PoolThread.isHandingOver(in: self) || FirstPart.isHere
    begin(state.withLock { $0.add(job, wakes: wakes) })
  }

  private func begin(_ wake: ThreadPoolState.Wake) {
    switch wake {
    case .none: break
    case .thread(let thread): thread.wake()
    case .new:
      NativeThread.start(name, stackSize: Self.stackSize) {
        let thread = PoolThread(of: self)
        thread.current { self.serve(thread) }
      }
    case .check(let taken):
      let before = ProcessorTime.now
      TimerQueue.shared.add(TimerQueue.shared.makeId(), at: .now + Self.checkTime) { [self] in
        let share = ProcessorTime.now.share(of: width, since: before)
        begin(state.withLock { $0.check(since: taken, processorShare: share) })
      }
    }
  }

  /// Runs the loop of a pool thread.
  private func serve(_ thread: PoolThread) {
    var round: Int?
    while true {
      let next = state.withLock { [round] in $0.next(for: thread, after: round) }
      begin(next.wake)
      round = next.job.map { _ in next.round }
      if let job = next.job { run(job) } else if !waits(thread) { return }
    }
  }

  /// - Returns: `false` if the thread must end.
  private func waits(_ thread: PoolThread) -> Bool {
    if thread.sleep(for: idleTime) { return true }
    if state.withLock({ $0.retire(thread) }) { return false }
    // NB: it was chosen to be woken just now, and must still consume the signal.
    return thread.sleep(for: .century)
  }

  private func run(_ job: consuming Job) {
    #if canImport(ObjectiveC)
      autoreleasepool { perform(job) }
    #else
      perform(job)
    #endif
  }

  private func perform(_ job: Job) {
    switch job {
    case .work(let work): work()
    case .task(let task): task.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
