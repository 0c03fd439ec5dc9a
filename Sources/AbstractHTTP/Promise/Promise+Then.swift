extension Promise {
  /// Makes the promise of what a closure makes of this one, however it settles.
  ///
  /// ```swift
  /// promise.then { value, errorInfo in value ?? errorInfo?.error?.description ?? "cancelled" }
  /// ```
  @inlinable
  @discardableResult
  public func then<Next: Sendable>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .settle(.value(transform(outcome.value, outcome.errorInfo)))
    }
  }

  /// Makes the promise of what the promise that a closure returns will become, however this one settles.
  @inlinable
  @discardableResult
  public func then<NextProgress, Next, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .follow(transform(outcome.value, outcome.errorInfo).adopted())
    }
  }

  /// Makes the promise of the result that a closure makes of this one, however it settles.
  @inlinable
  @discardableResult
  public func then<Next: Sendable, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Result<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .settle(AnyOutcome(transform(outcome.value, outcome.errorInfo)))
    }
  }

  /// Makes the promise of what a closure makes of this one, however it settles, or of the error that it throws.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func then<Next: Sendable>(
    throwing transform: @escaping @Sendable (Value?, ErrorInfo?) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    then { value, info in Result { () throws(Failure) in try transform(value, info) } }
  }
}
