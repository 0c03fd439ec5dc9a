import Synchronization

/// The failures that no handler and no awaiting task received.
///
/// ```swift
/// UnhandledFailures.observe { error in log.warning("unhandled: \(error)") }
/// ```
///
/// A failure counts as handled once a closure received it (`failure`, `recover`, `then`, `mapError`, `on(failure:)`, …), or
/// ``Promise/value``, ``Promise/outcome``, or ``Promise/settled`` returned it. A closure that only looks handles it, too. A
/// cancellation is no failure.
public enum UnhandledFailures {
  private static let observers = Locked<[ObjectIdentifier: @Sendable (any Error) -> Void]>([:])
  private static let isObserved = Atomic<Bool>(false)

  /// Calls a closure with each unhandled failure, once the last promise that failed with it has been released.
  ///
  /// The closure runs on a thread of the library's pool. Without an observer, nothing is done for unhandled failures.
  ///
  /// - Parameters:
  ///   - token: Removes the closure again.
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

/// The error of a promise that failed, on the heap: it knows whether somebody has dealt with it.
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

/// What can be marked as handled.
protocol HandledMarking { func markHandled() }

/// The box of a rejected promise's error.
///
/// NB: unchecked for the reason that ``unbox(_:as:)`` has.
@usableFromInline
func errorBox<Failure: Error>(_ erased: any AnyBox, of type: Failure.Type) -> ErrorBox<Failure> {
  unsafeDowncast(erased, to: ErrorBox<Failure>.self)
}

/// The error of a rejected promise, for somebody who deals with it.
@usableFromInline
func handledError<Failure: Error>(_ erased: any AnyBox, as type: Failure.Type) -> Failure {
  let box = errorBox(erased, of: type)
  box.markHandled()
  return box.value
}
