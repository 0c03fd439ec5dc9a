extension Promise {
  /// Returns a promise of the outcome that a closure returns for this promise's value.
  ///
  /// ```swift
  /// user.trySuccess { user in user.isGuest ? .cancelled(nil) : .fulfilled(user.name) }
  /// ```
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @discardableResult
  public func trySuccess<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Outcome<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    derived(Self.ofValue { .settle(with: transform($0)) })
  }

  /// Returns a promise that follows the promise that a closure returns for this promise's value, or fails with the error that
  /// it throws.
  ///
  /// ```swift
  /// user.trySuccess { user throws(MyError) in loadFriends(of: try user.checked()) }
  /// ```
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @discardableResult
  public func trySuccess<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived(Self.ofValue { value in .follow(Result { () throws(Failure) in try transform(value) }) })
  }

  /// Returns a promise of the outcome that a closure returns when this promise settles, however it does.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Outcome<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self, Self.ofEither { .settle(with: transform($0, $1)) })
  }

  /// Returns a promise that follows the promise that a closure returns when this promise settles, or fails with the error that
  /// it throws.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @discardableResult
  public func tryThen<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived(Self.ofEither { value, info in .follow(Result { () throws(Failure) in try transform(value, info) }) })
  }

  /// Recovers from a failure or cancellation, or passes one on.
  ///
  /// ```swift
  /// user.tryRecover { info in info.isCancelled ? Outcome(info) : .fulfilled(.unknown) }   // a cancel stays one
  /// ```
  ///
  /// - Parameter recover: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @discardableResult
  public func tryRecover<NextFailure>(
    _ recover: @escaping @Sendable (ErrorInfo) -> Outcome<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self, Self.ofFailure { .settle(with: recover($0)) })
  }

  /// Recovers from a failure or cancellation with another promise, or throws another error.
  ///
  /// - Parameter recover: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @discardableResult
  public func tryRecover<NextProgress>(
    _ recover: @escaping @Sendable (ErrorInfo) throws(Failure) -> Promise<NextProgress, Value, Failure>
  ) -> Promise<NextProgress, Value, Failure> {
    derived(Self.ofFailure { info in .follow(Result { () throws(Failure) in try recover(info) }) })
  }
}
