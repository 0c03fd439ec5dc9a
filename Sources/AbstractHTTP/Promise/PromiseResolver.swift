/// Settles a promise.
///
/// When the last copy is released, the promise is cancelled if it is still pending.
public struct PromiseResolver<Progress: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let end: PromiseEnd

  @inlinable
  init(_ core: PromiseCore) { end = PromiseEnd(core) }

  /// Fulfills the promise if it hasn't settled.
  @inlinable
  public func fulfill(_ value: Value) { end.core.settle(.value(value)) }

  /// Rejects the promise if it hasn't settled.
  @inlinable
  public func reject(_ error: Failure) { end.core.settle(.error(error)) }

  /// Cancels the promise if it hasn't settled.
  public func cancel(_ error: Failure? = nil) { end.core.settle(AnyOutcome(Outcome<Value, Failure>.cancelled(error))) }

  /// Settles the promise with a result if it hasn't settled.
  public func settle(_ result: Result<Value, Failure>) { end.core.settle(AnyOutcome(result)) }

  /// Settles the promise with the arguments of a completion handler: with the error if there is one, otherwise with the
  /// value.
  ///
  /// Without either, the promise is cancelled.
  ///
  /// ```swift
  /// let (image, resolver) = Promise<Never, Image, any Error>.pending()
  /// store.load { image, error in resolver.settle(image, error) }
  /// ```
  public func settle(_ value: Value?, _ error: Failure?) {
    if let error { return reject(error) }
    if let value { fulfill(value) } else { cancel() }
  }

  /// Settles the promise with an outcome if it hasn't settled.
  public func settle(_ outcome: Outcome<Value, Failure>) { end.core.settle(AnyOutcome(outcome)) }

  /// Reports progress if the promise hasn't settled.
  @inlinable
  public func report(_ progress: Progress) { end.core.report(Box(progress)) }
}

/// The object that copies of a resolver share. When it is released, the promise can't be settled anymore.
@usableFromInline
final class PromiseEnd: Sendable {
  @usableFromInline let core: PromiseCore

  @usableFromInline
  init(_ core: PromiseCore) { self.core = core }

  deinit { if !core.isSettled { core.abandon() } }
}
