extension Promise {
  /// Returns a promise of the value that a closure returns for this promise's value.
  ///
  /// A failure or cancellation passes through, and the closure isn't called.
  ///
  /// ```swift
  /// user.success { user in user.name }.success { print($0) }
  /// ```
  ///
  /// A closure that returns a promise continues with that promise's value. A closure that can fail goes to
  /// `trySuccess`. For each closure of a chain, the compiler tries every form of `success`; it checks a long
  /// chain faster with ``map(_:)`` and ``flatMap(_:)``.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func success<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    map(transform)
  }

  /// Returns a promise that follows the promise that a closure returns for this promise's value.
  ///
  /// ```swift
  /// login().success { token in loadUser(token) }   // a promise of a user
  /// ```
  ///
  /// It reports the progress of the inner promise, and pauses, resumes, and cancels the inner promise with itself. Both
  /// promises fail with the same type of error; use ``mapError(_:)`` first if the types differ.
  ///
  /// - Parameter transform: Receives the value, on the thread that settles this promise.
  @inlinable
  @discardableResult
  public func success<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    flatMap(transform)
  }

  /// Turns a closure that returns a promise of another failure type into an error at compile time.
  ///
  /// Use ``mapError(_:)`` so that both promises fail with the same type.
  @available(*, deprecated, message: "the failure types differ: use mapError first")
  @discardableResult
  @_disfavoredOverload
  public func success<NextProgress, Next, NextFailure>(
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, NextFailure>
  ) throws -> Promise<NextProgress, Next, NextFailure> {
    throw MisusedHandler()
  }
}

/// The error of overloads that only exist for their compile-time message.
@usableFromInline
struct MisusedHandler: Error {}

extension Promise {
  /// Returns the promise that a link settles, given this promise's settlement.
  @inlinable
  func derived<NextProgress, Next, NextFailure>(
    sharesFailure: Bool = true,
    _ link: @escaping PromiseLink
  ) -> Promise<NextProgress, Next, NextFailure> {
    let derived = core.derive(sharesFailure: sharesFailure, link)
    guard let scope else { return Promise<NextProgress, Next, NextFailure>(core: derived) }
    scope.enroll(derived)
    return Promise<NextProgress, Next, NextFailure>(core: derived, scope: scope)
  }
}
