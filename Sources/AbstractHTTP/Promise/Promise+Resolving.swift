extension Promise {
  /// Creates a pending promise and the resolver that settles it.
  ///
  /// ```swift
  /// let (answer, resolver) = Promise<Never, Int, MyError>.pending()
  /// resolver.fulfill(42)
  /// ```
  @inlinable
  public static func pending() -> (promise: Promise, resolver: PromiseResolver<Progress, Value, Failure>) {
    let core = PromiseCore()
    return (Promise(core: core), PromiseResolver(core))
  }

  /// Creates a promise that its owner settles, even when it is cancelled.
  ///
  /// - Parameters:
  ///   - onPause: Called when the promise is paused.
  ///   - onResume: Called when the promise is resumed.
  ///   - onCancel: Called once, when the promise should be cancelled. The owner must settle the promise; this call
  ///     doesn't.
  ///   - again: Creates the promise of a new call, for `retry`.
  static func owned(
    onPause: (@Sendable () -> Void)? = nil,
    onResume: (@Sendable () -> Void)? = nil,
    onCancel: (@Sendable (Failure?) -> Void)? = nil,
    again: (@Sendable () -> Promise)? = nil
  ) -> (promise: Promise, resolver: PromiseResolver<Progress, Value, Failure>) {
    var details = PromiseDetails(onPause: onPause, onResume: onResume)
    if let onCancel {
      details.owner = { request in
        if case .cancel(let settlement) = request { onCancel(settlement.errorInfo(Failure.self)?.error) }
      }
    }
    let origin = again.map { again in PromiseFactory(.made { again().core }) }
    let core = PromiseCore(PromiseMachine(origin: origin, details: details))
    return (Promise(core: core), PromiseResolver(core))
  }
}

extension PromiseCore {
  /// Creates the core of a promise that its owner settles, even when it is cancelled.
  static func owned(by owner: @escaping @Sendable (ControlRequest) -> Void) -> PromiseCore {
    var details = PromiseDetails()
    details.owner = owner
    return PromiseCore(PromiseMachine(details: details))
  }
}
