/// The eventual result of an operation: a value, an error, or a cancellation, with optional progress.
///
/// You can add any number of handlers at any time, before and after the promise settles. You can pause, resume, cancel,
/// and await a promise.
///
/// ```swift
/// let greeting = Promise<Float, String, MyError> { progress, fulfill, reject, configure in
///   progress(0.5)
///   fulfill("Hello")
/// }
/// greeting.success { "\($0), world" }.success { print($0) }   // prints "Hello, world"
/// ```
///
/// Handlers are called in the order they were added, on the thread that settles the promise. A handler that you add
/// later is called on the thread that adds it. Handlers are never called under a lock. The library settles its promises
/// on threads of its pool or on the main thread. A handler may block a pool thread, and shouldn't block the main
/// thread.
public struct Promise<Progress: Sendable, Value: Sendable, Failure: Error>: Sendable {
  /// The error of a failure, or of a cancellation, which may lack one.
  public typealias ErrorInfo = (error: Failure?, isCancelled: Bool)

  @usableFromInline let core: PromiseCore

  /// The object that starts the promise if it hasn't been started, and the handlers to remove.
  @usableFromInline let scope: PromiseScope?

  @inlinable
  init(core: PromiseCore, scope: PromiseScope? = nil) {
    self.core = core
    self.scope = scope
  }

  init(core: PromiseCore, origin: PromiseFactory?) {
    self.init(core: core)
    if let origin { core.remember(origin) }
  }

  /// The current state of the promise.
  public var state: PromiseState { core.withMachine { $0.state(of: $0.decided) } }

  /// The outcome of the promise, if it has settled.
  @inlinable
  public var settled: Outcome<Value, Failure>? { core.decided?.outcome() }

  /// The most recently reported progress, if any.
  public var latestProgress: Progress? {
    core.withMachine { $0.details?.first?.progress }.map { unbox($0, as: Progress.self) }
  }
}

extension Promise: CustomStringConvertible {
  /// Names the promise for logs, and returns the same promise.
  @discardableResult
  public func name(_ name: String) -> Promise {
    core.withMachine { $0.detail { $0.name = name } }
    return self
  }

  /// The name of the promise, if it has one.
  public var name: String? { core.withMachine { $0.details?.first?.name } }

  /// The name and the state of the promise.
  public var description: String { "\(name ?? "Promise")(\(state))" }
}
