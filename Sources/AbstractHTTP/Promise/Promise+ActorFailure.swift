// NB: the closures are called in a job of the actor, so `assumeIsolated` is valid there.
extension Promise {
  /// Calls a closure on an actor after a failure or cancellation, and returns a promise that settles as this promise does.
  @discardableResult
  public func failure<Isolated: Actor>(
    on actor: Isolated,
    _ observe: @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Void
  ) -> Promise {
    derived(on: .actor(actor), for: .failures) { settlement in
      if let info = settlement.errorInfo(Failure.self) {
        actor.assumeIsolated { actor in observe(actor, info.error, info.isCancelled) }
      }
      return .settle(settlement)
    }
  }

  /// Recovers from a failure or cancellation with another promise that a closure returns on an actor.
  @discardableResult
  public func failure<Isolated: Actor, NextProgress, NextFailure>(
    on actor: Isolated,
    _ recover:
      @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Promise<
        NextProgress, Value, NextFailure
      >
  ) -> Promise<NextProgress, Value, NextFailure> {
    let link = Self.ofFailure { info in
      .following(actor.assumeIsolated { actor in recover(actor, info.error, info.isCancelled) })
    }
    return derived(on: .actor(actor), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Turns a closure that returns a value into an error at compile time.
  ///
  /// Use `recover(on:_:)` to recover with a value.
  @available(*, deprecated, message: "use recover(on:_:) to recover with a value")
  @discardableResult
  @_disfavoredOverload
  public func failure<Isolated: Actor, Other>(
    on actor: Isolated,
    _ recover: @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Other
  ) throws -> Promise {
    throw MisusedHandler()
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on an actor.
  @discardableResult
  public func recover<Isolated: Actor>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in
      .fulfill(actor.assumeIsolated { actor in transform(actor, info.error, info.isCancelled) })
    }
    return derived(on: .actor(actor), for: .failures, link)
  }

  /// Recovers from a failure or cancellation with a value, or fails with an error, as a closure decides on an actor.
  @discardableResult
  public func tryRecover<Isolated: Actor, NextFailure>(
    on actor: Isolated,
    _ recover:
      @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Result<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in
      .settle(with: actor.assumeIsolated { actor in recover(actor, info.error, info.isCancelled) })
    }
    return derived(on: .actor(actor), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation, or passes one on, as a closure decides on an actor.
  @discardableResult
  public func tryRecover<Isolated: Actor, NextFailure>(
    on actor: Isolated,
    _ recover:
      @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Outcome<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in
      .settle(with: actor.assumeIsolated { actor in recover(actor, info.error, info.isCancelled) })
    }
    return derived(on: .actor(actor), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on an actor, or throws another error.
  @discardableResult
  @_disfavoredOverload
  public func tryRecover<Isolated: Actor>(
    on actor: Isolated,
    _ recover: @escaping @Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) throws(Failure) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in
      .settle(
        with: actor.assumeIsolated { actor in
          Result { () throws(Failure) in try recover(actor, info.error, info.isCancelled) }
        }
      )
    }
    return derived(on: .actor(actor), for: .failures, link)
  }

  /// Returns a promise that fails with the error that a closure returns on an actor for this promise's error.
  public func mapError<Isolated: Actor, NextFailure>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.mappingError { error in actor.assumeIsolated { actor in transform(actor, error) } }
    return derived(on: .actor(actor), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }
}
