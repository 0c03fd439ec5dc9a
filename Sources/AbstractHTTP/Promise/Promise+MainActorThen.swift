// NB: the closures are always dispatched, even if the promise settles on the main thread, so `assumeIsolated` is valid.
extension Promise {
  /// Returns a promise of the value that a closure returns on the main actor when this promise settles, whatever its outcome.
  @discardableResult
  @_disfavoredOverload
  public func then<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in .fulfill(MainActor.assumeIsolated { transform(value, info) }) }
    return derived(on: .mainActor, for: .all, link)
  }

  /// Returns a promise that follows the promise that a closure returns on the main actor when this promise settles.
  @discardableResult
  public func then<NextProgress, Next, NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .following(MainActor.assumeIsolated { transform(value, info) }) }
    return derived(on: .mainActor, for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the result that a closure returns on the main actor when this promise settles.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Result<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .settle(with: MainActor.assumeIsolated { transform(value, info) }) }
    return derived(on: .mainActor, for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the outcome that a closure returns on the main actor when this promise settles.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Outcome<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .settle(with: MainActor.assumeIsolated { transform(value, info) }) }
    return derived(on: .mainActor, for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the value that a closure returns on the main actor when this promise settles, or of the error
  /// that it throws.
  @discardableResult
  @_disfavoredOverload
  public func tryThen<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in
      .settle(with: MainActor.assumeIsolated { Result { () throws(Failure) in try transform(value, info) } })
    }
    return derived(on: .mainActor, for: .all, link)
  }

  /// Calls a closure on the main actor once the promise has settled, whatever its outcome.
  @discardableResult
  public func finally(
    on actor: MainActor.Type,
    _ observe: @escaping @MainActor @Sendable () -> Void
  ) -> Promise {
    derived(on: .mainActor, for: .all) { settlement in
      MainActor.assumeIsolated { observe() }
      return .settle(settlement)
    }
  }

  /// Calls one closure on the main actor when the promise is fulfilled, or another when it fails or is cancelled.
  @discardableResult
  public func on(
    _ actor: MainActor.Type,
    until token: HandlerToken? = nil,
    success: (@MainActor @Sendable (Value) -> Void)? = nil,
    failure: (@MainActor @Sendable (ErrorInfo) -> Void)? = nil
  ) -> Promise {
    on(
      until: token,
      success: success.map { success in
        hopping(to: .mainActor, until: token) { value in MainActor.assumeIsolated { success(value) } }
      },
      failure: failure.map { failure in
        hopping(to: .mainActor, until: token) { info in MainActor.assumeIsolated { failure(info) } }
      }
    )
  }

  /// Calls a closure on the main actor with each new progress and the previous one.
  @discardableResult
  public func progress(
    on actor: MainActor.Type,
    until token: HandlerToken? = nil,
    _ observe: @escaping @MainActor @Sendable ((old: Progress?, new: Progress)) -> Void
  ) -> Promise {
    let observe = hopping(to: .mainActor, until: token) { (change: (old: Progress?, new: Progress)) in
      MainActor.assumeIsolated { observe(change) }
    }
    return progress(until: token, observe)
  }
}
