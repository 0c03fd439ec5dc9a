/// A value that is still to come, or an error, or a cancel; with progress on the way.
///
/// Handlers are chained to it, in any number and at any time, before it settles or after. It can be paused, resumed,
/// cancelled, and awaited.
///
/// ```swift
/// let greeting = Promise<Float, String, MyError> { progress, fulfill, reject, configure in
///   progress(0.5)
///   fulfill("Hello")
/// }
/// greeting.success { "\($0), world" }.success { print($0) }   // prints "Hello, world"
/// ```
///
/// Handlers are called in the order they were added, on the thread that settles the promise; one that is added after
/// that, on the thread that adds it. They are never called under a lock. The library settles its promises on threads of its pool
/// or on the main thread; a handler may block either, and should not block the latter.
public struct Promise<Progress: Sendable, Value: Sendable, Failure: Error>: Sendable {
  /// What went wrong: an error, unless it was a cancel without one.
  public typealias ErrorInfo = (error: Failure?, isCancelled: Bool)

  @usableFromInline let core: PromiseCore

  /// What can start the promise, if it has not been started, and what can remove its handlers.
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

  /// Where the promise stands.
  public var state: PromiseState { core.withMachine { $0.state(of: $0.decided) } }

  /// What the promise settled with, if it has settled.
  @inlinable
  public var settled: Outcome<Value, Failure>? { core.decided?.outcome() }

  /// What was reported last, if anything was.
  public var latestProgress: Progress? {
    core.withMachine { $0.details?.first?.progress }.map { unbox($0, as: Progress.self) }
  }
}

extension Promise: CustomStringConvertible {
  /// Gives the promise a name, for whoever reads a log; returns the same promise.
  @discardableResult
  public func name(_ name: String) -> Promise {
    core.withMachine { $0.detail { $0.name = name } }
    return self
  }

  /// The name, if it was given one.
  public var name: String? { core.withMachine { $0.details?.first?.name } }

  /// The name and where the promise stands.
  public var description: String { "\(name ?? "Promise")(\(state))" }
}
