extension Promise {
  /// Returns a promise of the value that a closure returns for this promise's value.
  ///
  /// A failure or cancellation passes through, and the closure isn't called.
  ///
  /// ```swift
  /// user.map { $0.name }
  /// ```
  ///
  /// This method isn't overloaded, so the compiler checks a long chain of it quickly. See `success` for the form
  /// that also takes a closure that returns a promise.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  public func map<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .settle(.value(transform(unbox(value, as: Value.self))))
    }
  }

  /// Returns a promise that follows the promise that a closure returns for this promise's value.
  ///
  /// ```swift
  /// login().flatMap { token in loadUser(token) }   // a promise of a user
  /// ```
  ///
  /// It reports the progress of the inner promise, and pauses, resumes, and cancels the inner promise with itself. Both
  /// promises fail with the same type of error; use ``mapError(_:)`` first if the types differ.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  public func flatMap<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .following(transform(unbox(value, as: Value.self)))
    }
  }

  /// Recovers from a failure or cancellation with a value.
  ///
  /// ```swift
  /// user.recover { _, _ in User.unknown }
  /// ```
  ///
  /// - Parameter transform: Receives the error and whether the promise was cancelled, on the thread that settles it.
  @inlinable
  @discardableResult
  public func recover(_ transform: @escaping @Sendable (ErrorInfo) -> Value) -> Promise {
    derived { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .settle(.value(transform(info)))
    }
  }
}
