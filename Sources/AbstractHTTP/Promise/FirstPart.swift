import Foundation

/// The first part of a task, up to its first wait, which runs on the thread that starts the task.
///
/// This saves waking another thread only to start waiting. The task continues on the pool. Its resumption is connected
/// only after the first part has ended, because a task that is resumed earlier would continue at once.
struct FirstPart {
  private var job: UnownedJob?
  private var isTaken = false
  private var connect: (() -> Void)?

  /// Runs the first part of the task that a closure creates, on this thread.
  static func run(on pool: ThreadPool, _ start: () -> Task<Void, Never>) -> Task<Void, Never> {
    var part = FirstPart()
    return withUnsafeMutablePointer(to: &part) { part in
      let outer = pthread_getspecific(key)
      pthread_setspecific(key, part)
      let task = start()
      part.pointee.isTaken = true
      part.pointee.job?.runSynchronously(on: pool.asUnownedTaskExecutor())
      pthread_setspecific(key, outer)
      part.pointee.connect.take()?()
      return task
    }
  }

  /// Takes the job of a task that is being started on this thread.
  static func takes(_ job: UnownedJob) -> Bool {
    guard let part = current, !part.pointee.isTaken else { return false }
    part.pointee.isTaken = true
    part.pointee.job = job
    return true
  }

  /// Connects the resumption of the current task: after its first part if that is running, and otherwise immediately.
  static func connecting(_ connect: @escaping () -> Void) {
    guard let part = current, part.pointee.job != nil, part.pointee.connect == nil else { return connect() }
    part.pointee.connect = connect
  }

  /// Whether this thread runs the first part of a task, and continues with other work afterwards.
  static var isHere: Bool { current != nil }

  private static var current: UnsafeMutablePointer<FirstPart>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: FirstPart.self)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
