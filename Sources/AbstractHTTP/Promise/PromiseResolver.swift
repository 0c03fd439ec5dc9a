/// The other end of a promise: whoever holds it can settle the promise.
///
/// Once the last copy is gone, nobody can, and the promise becomes cancelled.
public struct PromiseResolver<Progress: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private let end: End

  init(_ core: PromiseCore) { end = End(core) }

  /// Fulfils the promise, if nothing has settled it yet.
  public func fulfill(_ value: Value) { end.core.settle(.value(value)) }

  /// Rejects the promise, if nothing has settled it yet.
  public func reject(_ error: Failure) { end.core.settle(.error(error)) }

  /// Cancels the promise, if nothing has settled it yet.
  public func cancel(_ error: Failure? = nil) { end.core.settle(Settlement(Outcome<Value, Failure>.cancelled(error))) }

  /// Settles the promise with a result, if nothing has settled it yet.
  public func settle(_ result: Result<Value, Failure>) { end.core.settle(Settlement(result)) }

  /// Reports progress, if nothing has settled the promise yet.
  public func report(_ progress: Progress) { end.core.report(Erased(progress)) }

  private final class End: Sendable {
    let core: PromiseCore

    init(_ core: PromiseCore) { self.core = core }

    deinit { core.abandon() }
  }
}
