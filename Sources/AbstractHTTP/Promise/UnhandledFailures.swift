import Synchronization

/// Reports failures that no handler and no awaiting task received.
///
/// ```swift
/// UnhandledFailures.observe { error in log.warning("unhandled: \(error)") }
/// ```
///
/// A failure counts as handled when a closure has received it (`failure`, `recover`, `then`, `mapError`,
/// `on(failure:)`, …), or when ``Promise/value``, ``Promise/outcome``, or ``Promise/settled`` has returned it. Closures
/// that only observe count as well. A cancellation isn't a failure.
public enum UnhandledFailures {
  private static let observers = Locked<[ObjectIdentifier: @Sendable (any Error) -> Void]>([:])
  private static let isObserved = Atomic<Bool>(false)

  /// Calls a closure with each unhandled failure, once the last promise that failed with it has been released.
  ///
  /// The closure runs on a thread of the library's pool. Without an observer, unhandled failures are ignored.
  ///
  /// - Parameters:
  ///   - token: A token that removes the closure.
  ///   - observe: Receives the error.
  public static func observe(until token: HandlerToken? = nil, _ observe: @escaping @Sendable (any Error) -> Void) {
    let registration = HandlerRegistration(token?.handlers ?? HandlerRegistry())
    let identity = ObjectIdentifier(registration)
    observers.withLock { $0[identity] = { error in if !registration.isRemoved { observe(error) } } }
    isObserved.store(true, ordering: .releasing)
    token?.handlers.add(identity) { _ = observers.withLock { $0.removeValue(forKey: identity) } }
  }

  static func report(_ error: any Error) {
    guard isObserved.load(ordering: .acquiring) else { return }
    ThreadPool.shared.submit {
      for observe in observers.withLock({ $0 }).values { observe(error) }
    }
  }
}

/// The error of a failed promise, on the heap. It knows whether it has been handled.
@usableFromInline
final class ErrorBox<Failure: Error>: Sendable, HandledMarking {
  @usableFromInline let value: Failure
  private let isHandled = Atomic<Bool>(false)

  @usableFromInline
  init(_ value: Failure) { self.value = value }

  deinit { if !isHandled.load(ordering: .acquiring) { UnhandledFailures.report(value) } }

  @usableFromInline
  func markHandled() { isHandled.store(true, ordering: .releasing) }
}

/// An object that can be marked as handled.
protocol HandledMarking { func markHandled() }

/// Returns the box of a rejected promise's error.
///
/// NB: unchecked for the same reason as ``unbox(_:as:)``.
@usableFromInline
func errorBox<Failure: Error>(_ erased: any AnyBox, of type: Failure.Type) -> ErrorBox<Failure> {
  unsafeDowncast(erased, to: ErrorBox<Failure>.self)
}

/// Returns the error of a rejected promise, and marks it as handled.
@usableFromInline
func handledError<Failure: Error>(_ erased: any AnyBox, as type: Failure.Type) -> Failure {
  let box = errorBox(erased, of: type)
  box.markHandled()
  return box.value
}
