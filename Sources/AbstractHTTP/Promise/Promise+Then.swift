extension Promise {
  /// Returns a promise of the value that a closure returns when this promise settles, whatever its outcome.
  ///
  /// ```swift
  /// promise.then { value, errorInfo in value ?? errorInfo?.error?.description ?? "cancelled" }
  /// ```
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func then<Next: Sendable>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .settle(.value(transform(outcome.value, outcome.errorInfo)))
    }
  }

  /// Returns a promise that follows the promise that a closure returns when this promise settles, whatever its outcome.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @inlinable
  @discardableResult
  public func then<NextProgress, Next, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .following(transform(outcome.value, outcome.errorInfo))
    }
  }
}
