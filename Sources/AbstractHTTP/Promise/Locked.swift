#if THREAD_SANITIZED
  import Foundation
#else
  import Synchronization
#endif

/// A value behind a lock, which threads share.
///
/// Foreign code never runs under the lock: the closure changes the state and returns an action, which the caller
/// performs after the lock is released.
///
/// The thread sanitizer doesn't understand `Mutex` on Linux and reports false races. Built with `-D THREAD_SANITIZED`,
/// this type uses a lock that the sanitizer understands.
package struct Locked<State: ~Copyable & Sendable>: ~Copyable, Sendable {
  #if THREAD_SANITIZED
    // NB: the compiler cannot see that `NSLock` guards the value.
    private final class Storage: @unchecked Sendable {
      let lock = NSLock()
      var state: State

      init(_ state: consuming State) { self.state = state }
    }

    private let storage: Storage

    package init(_ state: consuming State) { storage = Storage(state) }

    @inline(__always)
    package borrowing func withLock<Output: ~Copyable & Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Output
    ) throws(Failure) -> Output {
      storage.lock.lock()
      defer { storage.lock.unlock() }
      return try body(&storage.state)
    }
  #else
    private let mutex: Mutex<State>

    @inline(__always)
    package init(_ state: consuming State) { mutex = Mutex(state) }

    @inline(__always)
    package borrowing func withLock<Output: ~Copyable & Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Output
    ) throws(Failure) -> Output {
      try mutex.withLock { state throws(Failure) in try body(&state) }
    }
  #endif
}
