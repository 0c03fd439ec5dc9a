/// The other end of a promise: whoever holds it can settle the promise.
///
/// Once the last copy is gone, nobody can, and the promise becomes cancelled.
public struct PromiseResolver<Progress: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let end: PromiseEnd

  @inlinable
  init(_ core: PromiseCore) { end = PromiseEnd(core) }

  /// Fulfils the promise, if nothing has settled it yet.
  @inlinable
  public func fulfill(_ value: Value) { end.core.settle(.value(value)) }

  /// Rejects the promise, if nothing has settled it yet.
  @inlinable
  public func reject(_ error: Failure) { end.core.settle(.error(error)) }

  /// Cancels the promise, if nothing has settled it yet.
  public func cancel(_ error: Failure? = nil) { end.core.settle(AnyOutcome(Outcome<Value, Failure>.cancelled(error))) }

  /// Settles the promise with a result, if nothing has settled it yet.
  public func settle(_ result: Result<Value, Failure>) { end.core.settle(AnyOutcome(result)) }

  /// Settles the promise with what a completion handler received: an error if there is one, otherwise the value.
  ///
  /// With neither, the promise is cancelled.
  ///
  /// ```swift
  /// let (image, resolver) = Promise<Never, Image, any Error>.pending()
  /// store.load { image, error in resolver.settle(image, error) }
  /// ```
  public func settle(_ value: Value?, _ error: Failure?) {
    if let error { return reject(error) }
    if let value { fulfill(value) } else { cancel() }
  }

  /// Settles the promise with an outcome, if nothing has settled it yet.
  public func settle(_ outcome: Outcome<Value, Failure>) { end.core.settle(AnyOutcome(outcome)) }

  /// Reports progress, if nothing has settled the promise yet.
  @inlinable
  public func report(_ progress: Progress) { end.core.report(Box(progress)) }
}

/// What only those hold who can settle a promise: with the last of them it goes.
@usableFromInline
final class PromiseEnd: Sendable {
  @usableFromInline let core: PromiseCore

  @usableFromInline
  init(_ core: PromiseCore) { self.core = core }

  deinit { if !core.isSettled { core.abandon() } }
}
