import Foundation
import Synchronization

/// A thread of a pool, which sleeps while there is no work.
final class PoolThread: Sendable {
  private let pool: ObjectIdentifier
  private let signal = WakeSignal()
  // NB: only its own thread reads and writes it.
  private let isHandingOver = Atomic(false)

  init(of pool: ThreadPool) { self.pool = ObjectIdentifier(pool) }

  func wake() { signal.set() }

  /// - Returns: Whether it was woken.
  func sleep(for duration: Duration) -> Bool { signal.wait(for: duration) }

  /// Runs a closure on the calling thread, which counts as this pool thread meanwhile.
  func current(_ body: () -> Void) {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    body()
    pthread_setspecific(Self.key, nil)
  }

  static func handingOver<Output>(_ body: () -> Output) -> Output {
    guard let thread = current else { return body() }
    thread.isHandingOver.store(true, ordering: .relaxed)
    defer { thread.isHandingOver.store(false, ordering: .relaxed) }
    return body()
  }

  static func isHandingOver(in pool: ThreadPool) -> Bool {
    isCurrent(in: pool) && current?.isHandingOver.load(ordering: .relaxed) == true
  }

  static func isCurrent(in pool: ThreadPool) -> Bool { current?.pool == ObjectIdentifier(pool) }

  private static var current: PoolThread? {
    pthread_getspecific(key).map { Unmanaged<PoolThread>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
