// NB: the closures are always dispatched, even if the promise settles on the main thread, so `assumeIsolated` is valid.
extension Promise {
  /// Returns a promise of the value that a closure returns on the main actor for this promise's value.
  @discardableResult
  @_disfavoredOverload
  public func success<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(MainActor.assumeIsolated { transform(value) }) }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on the main actor for this promise's value.
  @discardableResult
  public func success<NextProgress, Next>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(MainActor.assumeIsolated { transform(value) }) }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Turns a closure that returns a promise of another failure type into an error at compile time.
  ///
  /// Use ``mapError(_:)`` so that both promises fail with the same type.
  @available(*, deprecated, message: "the failure types differ: use mapError first")
  @discardableResult
  @_disfavoredOverload
  public func success<NextProgress, Next, NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Promise<NextProgress, Next, NextFailure>
  ) throws -> Promise<NextProgress, Next, NextFailure> {
    throw MisusedHandler()
  }

  /// Returns a promise of the value that a closure returns on the main actor for this promise's value.
  @discardableResult
  public func map<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(MainActor.assumeIsolated { transform(value) }) }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on the main actor for this promise's value.
  @discardableResult
  public func flatMap<NextProgress, Next>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(MainActor.assumeIsolated { transform(value) }) }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise of the result that a closure returns on the main actor for this promise's value.
  @discardableResult
  public func trySuccess<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Result<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .settle(with: MainActor.assumeIsolated { transform(value) }) }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on the main actor, or of the error that it throws.
  @discardableResult
  @_disfavoredOverload
  public func trySuccess<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in
      .settle(with: MainActor.assumeIsolated { Result { () throws(Failure) in try transform(value) } })
    }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on the main actor, or of the error that it throws.
  @discardableResult
  public func tryMap<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in
      .settle(with: MainActor.assumeIsolated { Result { () throws(Failure) in try transform(value) } })
    }
    return derived(on: .mainActor, for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on the main actor, or of the error that it throws.
  @discardableResult
  public func tryFlatMap<NextProgress, Next>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in
      .follow(MainActor.assumeIsolated { Result { () throws(Failure) in try transform(value) } })
    }
    return derived(on: .mainActor, for: .values, link)
  }
}
