import Foundation

/// The threads that the library works on: its tasks, its callbacks, and all code of the user's that is not `async`.
///
/// They are not those of Swift's cooperative pool, so a hook that blocks costs one thread and nothing else. Threads are
/// started as they are needed, up to a limit, and end after some idle time. Beyond one for each processor, they are needed
/// only when those block: more would only compete. While all of them are blocked, work waits, and is done in the order it
/// came.
///
/// As a task executor, it runs the library's tasks: those made with `Task(executorPreference: ThreadPool.shared)`.
final class ThreadPool: TaskExecutor {
  /// What is to be done.
  enum Job: Sendable {
    case work(@Sendable () -> Void)
    case task(UnownedJob)
  }

  /// The pool of the process, with up to 64 threads.
  static let shared = ThreadPool(limit: 64)

  // NB: virtual memory, of which only what is used is taken. Swift's own threads have 8 MB on Linux and 512 KB elsewhere.
  private static let stackSize = 2 << 20

  /// After how long it's looked whether the threads that work block.
  private static let checkTime: Duration = .milliseconds(2)

  private let name: String
  private let width: Int
  private let idleTime: Duration
  private let state: Locked<ThreadPoolState>

  /// - Parameters:
  ///   - limit: How many threads there may be.
  ///   - width: How many threads may work if none blocks; by default one for each processor.
  ///   - idleTime: For how long a thread waits for work before it ends.
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

  /// How many threads there are.
  var threadCount: Int { state.withLock { $0.threadCount } }

  /// How many threads wait for work.
  var idleCount: Int { state.withLock { $0.idleCount } }

  /// Has something done on a thread of the pool, after all that was submitted before.
  func submit(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  /// Whether the calling thread is one of this pool.
  var isCurrent: Bool { PoolThread.isCurrent(in: self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !FirstPart.takes(job) { add(.task(job)) }
  }

  /// Starts a task of this pool, and runs its first part on the calling thread: up to its first wait, which has to
  /// be by ``FirstPart/connecting(_:)``.
  func startingHere(_ start: () -> Task<Void, Never>) -> Task<Void, Never> { FirstPart.run(on: self, start) }

  /// Does what wakes tasks as the last thing that the present job does: on a thread of the pool, that very thread goes on with
  /// them, unless another one is free sooner. Nothing inside, and nothing after it in the job, may block.
  static func handingOver<Output>(_ body: () -> Output) -> Output { PoolThread.handingOver(body) }

  private func add(_ job: Job) {
    guard !NativeThread.isForked else { return run(job) }
    // NB: no other thread is woken for what is handed over. Should this one be slow, whichever looks for work next takes it.
    // Where it runs the first part of a task, it does not look for work next.
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
        let isIdle = ProcessorTime.now.share(of: width, since: before) < 0.25
        begin(state.withLock { $0.check(since: taken, isProcessorIdle: isIdle) })
      }
    }
  }

  /// What a thread does from its start to its end.
  private func serve(_ thread: PoolThread) {
    var wasWoken = true
    while true {
      let (job, wake) = state.withLock { $0.next(for: thread, wasWoken: wasWoken) }
      wasWoken = job == nil
      begin(wake)
      if let job { run(job) } else if !waits(thread) { return }
    }
  }

  /// - Returns: `false` if the thread is to end.
  private func waits(_ thread: PoolThread) -> Bool {
    if thread.sleep(for: idleTime) { return true }
    if state.withLock({ $0.retire(thread) }) { return false }
    // NB: it was chosen to be woken just now, and the signal is still to be taken.
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
