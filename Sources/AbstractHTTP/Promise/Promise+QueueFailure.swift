public import Dispatch

extension Promise {
  /// Calls a closure on a queue after a failure or cancellation, and returns a promise that settles as this promise does.
  @discardableResult
  public func failure(
    on queue: DispatchQueue,
    _ observe: @escaping @Sendable (ErrorInfo) -> Void
  ) -> Promise {
    derived(on: .queue(queue), for: .failures) { settlement in
      if let info = settlement.errorInfo(Failure.self) { observe(info) }
      return .settle(settlement)
    }
  }

  /// Recovers from a failure or cancellation with another promise that a closure returns on a queue.
  @discardableResult
  public func failure<NextProgress, NextFailure>(
    on queue: DispatchQueue,
    _ recover: @escaping @Sendable (ErrorInfo) -> Promise<NextProgress, Value, NextFailure>
  ) -> Promise<NextProgress, Value, NextFailure> {
    let link = Self.ofFailure { info in .following(recover(info)) }
    return derived(on: .queue(queue), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Turns a closure that returns a value into an error at compile time.
  ///
  /// Use `recover(on:_:)` to recover with a value.
  @available(*, deprecated, message: "use recover(on:_:) to recover with a value")
  @discardableResult
  @_disfavoredOverload
  public func failure<Other>(
    on queue: DispatchQueue,
    _ recover: @escaping @Sendable (ErrorInfo) -> Other
  ) throws -> Promise {
    throw MisusedHandler()
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on a queue.
  @discardableResult
  public func recover(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (ErrorInfo) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in .fulfill(transform(info)) }
    return derived(on: .queue(queue), for: .failures, link)
  }

  /// Recovers from a failure or cancellation with a value, or fails with an error, as a closure decides on a queue.
  @discardableResult
  public func tryRecover<NextFailure>(
    on queue: DispatchQueue,
    _ recover: @escaping @Sendable (ErrorInfo) -> Result<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in .settle(with: recover(info)) }
    return derived(on: .queue(queue), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation, or passes one on, as a closure decides on a queue.
  @discardableResult
  public func tryRecover<NextFailure>(
    on queue: DispatchQueue,
    _ recover: @escaping @Sendable (ErrorInfo) -> Outcome<Value, NextFailure>
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.ofFailure { info in .settle(with: recover(info)) }
    return derived(on: .queue(queue), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on a queue, or throws another error.
  @discardableResult
  @_disfavoredOverload
  public func tryRecover(
    on queue: DispatchQueue,
    _ recover: @escaping @Sendable (ErrorInfo) throws(Failure) -> Value
  ) -> Promise {
    let link = Self.ofFailure { info in .settle(with: Result { () throws(Failure) in try recover(info) }) }
    return derived(on: .queue(queue), for: .failures, link)
  }

  /// Returns a promise that fails with the error that a closure returns on a queue for this promise's error.
  public func mapError<NextFailure>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    let link = Self.mappingError { error in transform(error) }
    return derived(on: .queue(queue), for: .failures, sharesFailure: NextFailure.self == Failure.self, link)
  }
}
