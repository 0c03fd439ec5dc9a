extension Promise {
  /// Calls a closure after a failure or cancellation, and returns a promise that settles as this promise does.
  ///
  /// ```swift
  /// promise.failure { error, isCancelled in
  ///   if isCancelled { spinner.stop() }
  /// }
  /// ```
  ///
  /// To recover with a value, use ``recover(_:)``; a closure that returns a promise recovers with that promise.
  ///
  /// - Parameter observe: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @inlinable
  @discardableResult
  public func failure(_ observe: @escaping @Sendable (ErrorInfo) -> Void) -> Promise {
    derived { settlement in
      if let info = settlement.errorInfo(Failure.self) { observe(info) }
      return .settle(settlement)
    }
  }

  /// Recovers from a failure or cancellation with another promise, which may fail with another type of error.
  ///
  /// ```swift
  /// fromServer().failure { _, _ in fromCache() }
  /// ```
  ///
  /// - Parameter recover: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @inlinable
  @discardableResult
  public func failure<NextProgress, NextFailure>(
    _ recover: @escaping @Sendable (ErrorInfo) -> Promise<NextProgress, Value, NextFailure>
  ) -> Promise<NextProgress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .following(recover(info))
    }
  }

  /// Turns a closure that returns a value into an error at compile time.
  ///
  /// Use ``recover(_:)`` to recover with a value.
  @available(*, deprecated, message: "use recover(_:) to recover with a value")
  @discardableResult
  @_disfavoredOverload
  public func failure<Other>(_ recover: @escaping @Sendable (ErrorInfo) -> Other) throws -> Promise {
    throw MisusedHandler()
  }
}
