import Dispatch
import Foundation

#if os(Linux)
  /// A signal that one thread waits for, and another sets. It stays set until the wait consumes it.
  final class WakeSignal: Sendable {
    // NB: POSIX takes these by address. `DispatchSemaphore` measures its timeouts by the wall clock here, which may
    // change.
    private let lock = Shared<pthread_mutex_t>(pthread_mutex_t())
    private let condition = Shared<pthread_cond_t>(pthread_cond_t())
    private let isSet = Shared(false)

    init() {
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_mutex_init(lock.pointer, nil)
      pthread_cond_init(condition.pointer, &attributes)
      pthread_condattr_destroy(&attributes)
    }

    deinit {
      pthread_cond_destroy(condition.pointer)
      pthread_mutex_destroy(lock.pointer)
      condition.pointer.deallocate()
      lock.pointer.deallocate()
      isSet.pointer.deallocate()
    }

    func set() {
      pthread_mutex_lock(lock.pointer)
      isSet.pointer.pointee = true
      pthread_mutex_unlock(lock.pointer)
      pthread_cond_signal(condition.pointer)
    }

    /// - Returns: Whether it was set within that time.
    func wait(for duration: Duration) -> Bool {
      var end = Self.time(after: duration)
      pthread_mutex_lock(lock.pointer)
      defer { pthread_mutex_unlock(lock.pointer) }
      while !isSet.pointer.pointee {
        if pthread_cond_timedwait(condition.pointer, lock.pointer, &end) == ETIMEDOUT { break }
      }
      defer { isSet.pointer.pointee = false }
      return isSet.pointer.pointee
    }

    private static func time(after duration: Duration) -> timespec {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let (seconds, attoseconds) = duration.clamped.components
      let nanoseconds = time.tv_nsec + Int((attoseconds + 999_999_999) / 1_000_000_000)
      time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      return time
    }

    /// A stable place in memory.
    // NB: the compiler cannot see that the mutex guards the condition and the flag.
    private struct Shared<Value>: @unchecked Sendable {
      let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)

      init(_ value: Value) { pointer.initialize(to: value) }
    }
  }
#else
  /// A signal that one thread waits for, and another sets. It stays set until the wait consumes it.
  final class WakeSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func set() { semaphore.signal() }

    /// - Returns: Whether it was set within that time.
    func wait(for duration: Duration) -> Bool {
      semaphore.wait(timeout: .now() + duration.clamped / .seconds(1)) == .success
    }
  }
#endif
