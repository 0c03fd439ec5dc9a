// NB: the closures are called in a job of the actor, so `assumeIsolated` is valid there.
extension Promise {
  /// Returns a promise of the value that a closure returns on an actor when this promise settles, whatever its outcome.
  @discardableResult
  @_disfavoredOverload
  public func then<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in .fulfill(actor.assumeIsolated { actor in transform(actor, value, info) })
    }
    return derived(on: .actor(actor), for: .all, link)
  }

  /// Returns a promise that follows the promise that a closure returns on an actor when this promise settles.
  @discardableResult
  public func then<Isolated: Actor, NextProgress, Next, NextFailure>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    let link = Self.ofEither { value, info in
      .following(actor.assumeIsolated { actor in transform(actor, value, info) })
    }
    return derived(on: .actor(actor), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the result that a closure returns on an actor when this promise settles.
  @discardableResult
  public func tryThen<Isolated: Actor, Next: Sendable, NextFailure>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value?, ErrorInfo?) -> Result<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in
      .settle(with: actor.assumeIsolated { actor in transform(actor, value, info) })
    }
    return derived(on: .actor(actor), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the outcome that a closure returns on an actor when this promise settles.
  @discardableResult
  public func tryThen<Isolated: Actor, Next: Sendable, NextFailure>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value?, ErrorInfo?) -> Outcome<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in
      .settle(with: actor.assumeIsolated { actor in transform(actor, value, info) })
    }
    return derived(on: .actor(actor), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the value that a closure returns on an actor when this promise settles, or of the error that it
  /// throws.
  @discardableResult
  @_disfavoredOverload
  public func tryThen<Isolated: Actor, Next: Sendable>(
    on actor: Isolated,
    _ transform: @escaping @Sendable (isolated Isolated, Value?, ErrorInfo?) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in
      .settle(
        with: actor.assumeIsolated { actor in Result { () throws(Failure) in try transform(actor, value, info) } }
      )
    }
    return derived(on: .actor(actor), for: .all, link)
  }

  /// Calls a closure on an actor once the promise has settled, whatever its outcome.
  @discardableResult
  public func finally<Isolated: Actor>(
    on actor: Isolated,
    _ observe: @escaping @Sendable (isolated Isolated) -> Void
  ) -> Promise {
    derived(on: .actor(actor), for: .all) { settlement in
      actor.assumeIsolated { actor in observe(actor) }
      return .settle(settlement)
    }
  }

  /// Calls one closure on an actor when the promise is fulfilled, or another when it fails or is cancelled.
  @discardableResult
  public func on<Isolated: Actor>(
    _ actor: Isolated,
    until token: HandlerToken? = nil,
    success: (@Sendable (isolated Isolated, Value) -> Void)? = nil,
    failure: (@Sendable (isolated Isolated, _ error: Failure?, _ isCancelled: Bool) -> Void)? = nil
  ) -> Promise {
    on(
      until: token,
      success: success.map { success in
        hopping(to: .actor(actor), until: token) { value in actor.assumeIsolated { actor in success(actor, value) } }
      },
      failure: failure.map { failure in
        hopping(to: .actor(actor), until: token) { info in
          actor.assumeIsolated { actor in failure(actor, info.error, info.isCancelled) }
        }
      }
    )
  }

  /// Calls a closure on an actor with each new progress and the previous one.
  @discardableResult
  public func progress<Isolated: Actor>(
    on actor: Isolated,
    until token: HandlerToken? = nil,
    _ observe: @escaping @Sendable (isolated Isolated, _ old: Progress?, _ new: Progress) -> Void
  ) -> Promise {
    let observe = hopping(to: .actor(actor), until: token) { (change: (old: Progress?, new: Progress)) in
      actor.assumeIsolated { actor in observe(actor, change.old, change.new) }
    }
    return progress(until: token, observe)
  }
}
