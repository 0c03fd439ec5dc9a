extension Promise {
  /// Makes a promise, and what settles it.
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

  /// Makes a promise whose owner settles it, also when it is cancelled.
  ///
  /// - Parameters:
  ///   - onPause: Is called when the promise is paused.
  ///   - onResume: Is called when the promise is resumed.
  ///   - onCancel: Is called when the promise is to be cancelled, once. It does not settle the promise: the owner does.
  ///   - again: Makes the promise of a new call, for `retry`.
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
  /// Makes the core of a promise whose owner settles it, also when it is cancelled.
  static func owned(by owner: @escaping @Sendable (ControlRequest) -> Void) -> PromiseCore {
    var details = PromiseDetails()
    details.owner = owner
    return PromiseCore(PromiseMachine(details: details))
  }
}
