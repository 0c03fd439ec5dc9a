// NB: the closures are called in a job of the actor, so `assumeIsolated` is valid there.
extension Promise {
  /// Returns a promise of the value that a closure returns on an actor for this promise's value.
  @discardableResult
  @_disfavoredOverload
  public func success<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(actor.assumeIsolated { actor in transform(actor, value) }) }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on an actor for this promise's value.
  @discardableResult
  public func success<Isolated: Actor, NextProgress, Next>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(actor.assumeIsolated { actor in transform(actor, value) }) }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Turns a closure that returns a promise of another failure type into an error at compile time.
  ///
  /// Use ``mapError(_:)`` so that both promises fail with the same type.
  @available(*, deprecated, message: "the failure types differ: use mapError first")
  @discardableResult
  @_disfavoredOverload
  public func success<Isolated: Actor, NextProgress, Next, NextFailure>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Promise<NextProgress, Next, NextFailure>
  ) throws -> Promise<NextProgress, Next, NextFailure> {
    throw MisusedHandler()
  }

  /// Returns a promise of the value that a closure returns on an actor for this promise's value.
  @discardableResult
  public func map<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(actor.assumeIsolated { actor in transform(actor, value) }) }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on an actor for this promise's value.
  @discardableResult
  public func flatMap<Isolated: Actor, NextProgress, Next>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(actor.assumeIsolated { actor in transform(actor, value) }) }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise of the result that a closure returns on an actor for this promise's value.
  @discardableResult
  public func trySuccess<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) -> Result<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .settle(with: actor.assumeIsolated { actor in transform(actor, value) }) }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on an actor, or of the error that it throws.
  @discardableResult
  @_disfavoredOverload
  public func trySuccess<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in
      .settle(with: actor.assumeIsolated { actor in Result { () throws(Failure) in try transform(actor, value) } })
    }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on an actor, or of the error that it throws.
  @discardableResult
  public func tryMap<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in
      .settle(with: actor.assumeIsolated { actor in Result { () throws(Failure) in try transform(actor, value) } })
    }
    return derived(on: .actor(actor), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on an actor, or of the error that it throws.
  @discardableResult
  public func tryFlatMap<Isolated: Actor, NextProgress, Next>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in
      .follow(actor.assumeIsolated { actor in Result { () throws(Failure) in try transform(actor, value) } })
    }
    return derived(on: .actor(actor), for: .values, link)
  }
}
