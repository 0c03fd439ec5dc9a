extension Promise {
  /// Returns a promise of the value that a closure returns for this promise's value, or of the error that it throws.
  ///
  /// ```swift
  /// text.tryMap { text throws(MyError) in try parse(text) }
  /// ```
  ///
  /// This method isn't overloaded, so the compiler checks a long chain of it quickly. See `trySuccess` for the form that also
  /// takes a closure that returns a result.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @discardableResult
  public func tryMap<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived(Self.ofValue { value in .settle(with: Result { () throws(Failure) in try transform(value) }) })
  }

  /// Returns a promise that follows the promise that a closure returns for this promise's value, or fails with the error that
  /// it throws.
  ///
  /// ```swift
  /// user.tryFlatMap { user throws(MyError) in loadFriends(of: try user.checked()) }
  /// ```
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @discardableResult
  public func tryFlatMap<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived(Self.ofValue { value in .follow(Result { () throws(Failure) in try transform(value) }) })
  }

  /// Returns a promise of the outcome that a closure returns when this promise settles, whatever its outcome.
  ///
  /// - Parameter transform: Receives the value, or the error and whether the promise was cancelled; on the thread that
  ///   settles this promise.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Outcome<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self, Self.ofEither { .settle(with: transform($0, $1)) })
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
}
