public import Dispatch

extension Promise {
  /// Returns a promise of the value that a closure returns on a queue when this promise settles, whatever its outcome.
  @discardableResult
  @_disfavoredOverload
  public func then<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in .fulfill(transform(value, info)) }
    return derived(on: .queue(queue), for: .all, link)
  }

  /// Returns a promise that follows the promise that a closure returns on a queue when this promise settles.
  @discardableResult
  public func then<NextProgress, Next, NextFailure>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .following(transform(value, info)) }
    return derived(on: .queue(queue), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the result that a closure returns on a queue when this promise settles.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Result<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .settle(with: transform(value, info)) }
    return derived(on: .queue(queue), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the outcome that a closure returns on a queue when this promise settles.
  @discardableResult
  public func tryThen<Next: Sendable, NextFailure>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) -> Outcome<Next, NextFailure>
  ) -> Promise<Progress, Next, NextFailure> {
    let link = Self.ofEither { value, info in .settle(with: transform(value, info)) }
    return derived(on: .queue(queue), for: .all, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Returns a promise of the value that a closure returns on a queue when this promise settles, or of the error that it
  /// throws.
  @discardableResult
  @_disfavoredOverload
  public func tryThen<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value?, ErrorInfo?) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofEither { value, info in .settle(with: Result { () throws(Failure) in try transform(value, info) })
    }
    return derived(on: .queue(queue), for: .all, link)
  }

  /// Calls a closure on a queue once the promise has settled, whatever its outcome.
  @discardableResult
  public func finally(
    on queue: DispatchQueue,
    _ observe: @escaping @Sendable () -> Void
  ) -> Promise {
    derived(on: .queue(queue), for: .all) { settlement in
      observe()
      return .settle(settlement)
    }
  }

  /// Calls one closure on a queue when the promise is fulfilled, or another when it fails or is cancelled.
  @discardableResult
  public func on(
    _ queue: DispatchQueue,
    until token: HandlerToken? = nil,
    success: (@Sendable (Value) -> Void)? = nil,
    failure: (@Sendable (ErrorInfo) -> Void)? = nil
  ) -> Promise {
    on(
      until: token,
      success: success.map { success in
        hopping(to: .queue(queue), until: token) { value in success(value) }
      },
      failure: failure.map { failure in
        hopping(to: .queue(queue), until: token) { info in failure(info) }
      }
    )
  }

  /// Calls a closure on a queue with each new progress and the previous one.
  @discardableResult
  public func progress(
    on queue: DispatchQueue,
    until token: HandlerToken? = nil,
    _ observe: @escaping @Sendable ((old: Progress?, new: Progress)) -> Void
  ) -> Promise {
    let observe = hopping(to: .queue(queue), until: token) { (change: (old: Progress?, new: Progress)) in
      observe(change)
    }
    return progress(until: token, observe)
  }
}
