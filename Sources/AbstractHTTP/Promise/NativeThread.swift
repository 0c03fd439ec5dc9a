import Dispatch
import Foundation
import Synchronization

/// Starts detached threads with a name and a stack size.
enum NativeThread {
  /// Prepares for threads: records the calling thread's signal mask, which new threads inherit, and registers for
  /// forks.
  static func prepare() { _ = (signals, notesForks) }

  /// Whether this process was created by `fork` without `exec`, in which only the forking thread continues.
  static var isForked: Bool { hasForked.load(ordering: .relaxed) }

  private static let hasForked = Atomic(false)

  private static let notesForks: Void = {
    _ = pthread_atfork(nil, nil) { NativeThread.hasForked.store(true, ordering: .relaxed) }
  }()

  private static let signals: sigset_t = {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    return signals
  }()

  /// - Parameters:
  ///   - name: The name, of at most 15 bytes.
  ///   - stackSize: The size of the stack in bytes.
  ///   - body: Called once on the new thread, which ends when the closure returns. If the system can't start a thread,
  ///     it is called on one of Dispatch's.
  static func start(_ name: String, stackSize: Int, _ body: @escaping @Sendable () -> Void) {
    let work: @Sendable () -> Void = {
      var signals = signals
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      Thread.current.name = name
      body()
    }
    #if canImport(Glibc)
      if !startNatively(stackSize, work) { DispatchQueue(label: name).async(execute: work) }
    #else
      let thread = Thread(block: work)
      thread.stackSize = stackSize
      thread.start()
    #endif
  }

  #if canImport(Glibc)
    // NB: Foundation's `Thread` doesn't report that it can't be started.
    private static func startNatively(_ stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
      let start = Unmanaged.passRetained(Start(body))
      let code = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
        guard let attributes = attributes.baseAddress else { return ENOMEM }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(attributes, stackSize)
        var thread = pthread_t()
        return pthread_create(&thread, attributes, { Start.run($0) }, start.toOpaque())
      }
      if code != 0 { start.release() }
      return code == 0
    }

    private final class Start {
      private let body: @Sendable () -> Void

      init(_ body: @escaping @Sendable () -> Void) { self.body = body }

      static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }
    }
  #endif
}
