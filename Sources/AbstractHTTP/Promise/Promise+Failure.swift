extension Promise {
  /// Looks at a failure or a cancel; the promise that is returned becomes what this one does.
  ///
  /// On a promise of `Void`, a closure that returns nothing recovers; see ``on(until:success:failure:)`` for only looking.
  /// Within a chain, a closure of several statements says that it returns nothing, `{ error, isCancelled -> Void in … }`, or
  /// Swift takes it for one that recovers.
  ///
  /// ```swift
  /// promise.failure { error, isCancelled in print(isCancelled ? "cancelled" : "failed") }
  /// ```
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func failure(_ observe: @escaping @Sendable (ErrorInfo) -> Void) -> Promise {
    derived { settlement in
      if let info = settlement.errorInfo(Failure.self) { observe(info) }
      return .settle(settlement)
    }
  }

  /// Recovers from a failure or a cancel with a value.
  ///
  /// ```swift
  /// promise.failure { _, _ in User.unknown }
  /// ```
  @inlinable
  @discardableResult
  public func failure(_ recover: @escaping @Sendable (ErrorInfo) -> Value) -> Promise {
    derived { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .settle(.value(recover(info)))
    }
  }

  /// Recovers from a failure or a cancel with another promise, which may fail with errors of another type.
  @inlinable
  @discardableResult
  public func failure<NextProgress, NextFailure>(
    _ recover: @escaping @Sendable (ErrorInfo) -> Promise<NextProgress, Value, NextFailure>
  ) -> Promise<NextProgress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .follow(recover(info).adopted())
    }
  }

  /// Recovers from a failure or a cancel with a value, or fails with an error, which may be of another type.
  @inlinable
  @discardableResult
  public func failure<NextFailure>(
    _ recover: @escaping @Sendable (ErrorInfo) -> Result<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .settle(AnyOutcome(recover(info)))
    }
  }

  /// Recovers from a failure or a cancel with a value, or throws another error.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func failure(throwing recover: @escaping @Sendable (ErrorInfo) throws(Failure) -> Value) -> Promise {
    failure { info in Result { () throws(Failure) in try recover(info) } }
  }
}
