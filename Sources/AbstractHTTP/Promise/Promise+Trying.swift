extension Promise {
  /// Returns a promise of the result that a closure returns for this promise's value.
  ///
  /// ```swift
  /// text.trySuccess { text in Result { try parse(text) }.mapError(MyError.init) }
  /// ```
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  public func trySuccess<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .settle(AnyOutcome(transform(unbox(value, as: Value.self))))
    }
  }

  /// Returns a promise of the value that a closure returns for this promise's value, or of the error that it throws.
  ///
  /// ```swift
  /// text.trySuccess { text throws(MyError) in try parse(text) }
  /// ```
  ///
  /// Swift doesn't infer the type of the error that a closure throws, so the closure states it. If the promise fails
  /// with `any Error`, it doesn't have to.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func trySuccess<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    trySuccess { value in Result { () throws(Failure) in try transform(value) } }
  }

  /// Returns a promise of the result that a closure returns when this promise settles, whatever its outcome.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @inlinable
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Result<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .settle(AnyOutcome(transform(outcome.value, outcome.errorInfo)))
    }
  }

  /// Returns a promise of the value that a closure returns when this promise settles, or of the error that it throws.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func tryThen<Next: Sendable>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    tryThen { value, info in Result { () throws(Failure) in try transform(value, info) } }
  }

  /// Recovers from a failure or cancellation with a value, or fails with an error of any one type.
  ///
  /// ```swift
  /// user.tryRecover { error, _ in error == .notFound ? .success(.unknown) : .failure(Unavailable()) }
  /// ```
  ///
  /// - Parameter recover: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @inlinable
  @discardableResult
  public func tryRecover<NextFailure>(
    _ recover: @escaping @Sendable (ErrorInfo) -> Result<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .settle(AnyOutcome(recover(info)))
    }
  }

  /// Recovers from a failure or cancellation with a value, or throws another error.
  ///
  /// - Parameter recover: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func tryRecover(_ recover: @escaping @Sendable (ErrorInfo) throws(Failure) -> Value) -> Promise {
    tryRecover { info in Result { () throws(Failure) in try recover(info) } }
  }
}
