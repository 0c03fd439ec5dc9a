// NB: the closures are always dispatched, even if the promise settles on the main thread, so `assumeIsolated` is valid.
extension Promise {
  /// Calls a closure on the main actor after a failure or cancellation, and returns a promise that settles as this promise
  /// does.
  @discardableResult
  public func failure(
    on actor: MainActor.Type,
    _ observe: @escaping @MainActor @Sendable (ErrorInfo) -> Void
  ) -> Promise {
    derived(on: .mainActor, for: .failures) { settlement in
      if let info = settlement.errorInfo(Failure.self) { MainActor.assumeIsolated { observe(info) } }
      return .settle(settlement)
    }
  }

  /// Recovers from a failure or cancellation with another promise that a closure returns on the main actor.
  @discardableResult
  public func failure<NextProgress, NextFailure>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Promise<NextProgress, Value, NextFailure>
  ) -> Promise<NextProgress, Value, NextFailure> {
    let link = Self.ofFailure { info in .following(MainActor.assumeIsolated { recover(info) }) }
    return derived(on: .mainActor, for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Turns a closure that returns a value into an error at compile time.
  ///
  /// Use `recover(on:_:)` to recover with a value.
  @available(*, deprecated, message: "use recover(on:_:) to recover with a value")
  @discardableResult
  @_disfavoredOverload
  public func failure<Other>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Other
  ) throws -> Promise {
    throw MisusedHandler()
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on the main actor.
  @discardableResult
  public func recover(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (ErrorInfo) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in .fulfill(MainActor.assumeIsolated { transform(info) }) }
    return derived(on: .mainActor, for: .failures, link)
  }

  /// Recovers from a failure or cancellation with a value, or fails with an error, as a closure decides on the main actor.
  @discardableResult
  public func tryRecover<NextFailure>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Result<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in .settle(with: MainActor.assumeIsolated { recover(info) }) }
    return derived(on: .mainActor, for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation, or passes one on, as a closure decides on the main actor.
  @discardableResult
  public func tryRecover<NextFailure>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Outcome<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in .settle(with: MainActor.assumeIsolated { recover(info) }) }
    return derived(on: .mainActor, for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on the main actor, or throws another
  /// error.
  @discardableResult
  @_disfavoredOverload
  public func tryRecover(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) throws(Failure) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in
      .settle(with: MainActor.assumeIsolated { Result { () throws(Failure) in try recover(info) } })
    }
    return derived(on: .mainActor, for: .failures, link)
  }

  /// Returns a promise that fails with the error that a closure returns on the main actor for this promise's error.
  public func mapError<NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.mappingError { error in MainActor.assumeIsolated { transform(error) } }
    return derived(on: .mainActor, for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }
}
