extension Promise {
  /// Makes the promise of what a closure makes of this one's value on the main actor.
  ///
  /// The closure is always called by a hop, also if the promise settles on the main thread.
  ///
  /// ```swift
  /// promise.success(on: MainActor.self) { label.text = $0 }
  /// ```
  @discardableResult
  @_disfavoredOverload
  public func success<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .hop { .settle(.value(transform(unbox(value, as: Value.self)))) }
    }
  }

  /// Makes the promise of what the promise that a closure returns on the main actor will become.
  @discardableResult
  public func success<NextProgress, Next>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .hop { .follow(transform(unbox(value, as: Value.self)).adopted()) }
    }
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

  /// Calls a closure on the main actor after a failure or cancellation, and settles as this promise does.
  @discardableResult
  public func failure(
    on actor: MainActor.Type,
    _ observe: @escaping @MainActor @Sendable (ErrorInfo) -> Void
  ) -> Promise {
    derived { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .hop {
        observe(info)
        return .settle(settlement)
      }
    }
  }

  /// Recovers from a failure or cancellation with a value that a closure returns on the main actor.
  @discardableResult
  public func recover(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (ErrorInfo) -> Value
  ) -> Promise {
    derived { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .hop { .settle(.value(transform(info))) }
    }
  }

  /// Turns a closure that returns a value into an error at compile time.
  ///
  /// Use ``recover(on:_:)`` to recover with a value.
  @available(*, deprecated, message: "use recover(on:_:) to recover with a value")
  @discardableResult
  @_disfavoredOverload
  public func failure<Other>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Other
  ) throws -> Promise {
    throw MisusedHandler()
  }

  /// Recovers from a failure or a cancel with another promise made on the main actor.
  @discardableResult
  public func failure<NextProgress, NextFailure>(
    on actor: MainActor.Type,
    _ recover: @escaping @MainActor @Sendable (ErrorInfo) -> Promise<NextProgress, Value, NextFailure>
  ) -> Promise<NextProgress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return .hop { .follow(recover(info).adopted()) }
    }
  }

  /// Makes the promise of what a closure makes of this one on the main actor, however it settles.
  @discardableResult
  @_disfavoredOverload
  public func then<Next: Sendable>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .hop { .settle(.value(transform(outcome.value, outcome.errorInfo))) }
    }
  }

  /// Makes the promise of what the promise that a closure returns on the main actor will become.
  @discardableResult
  public func then<NextProgress, Next, NextFailure>(
    on actor: MainActor.Type,
    _ transform: @escaping @MainActor @Sendable (Value?, ErrorInfo?) -> Promise<NextProgress, Next, NextFailure>
  ) -> Promise<NextProgress, Next, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return .hop { .follow(transform(outcome.value, outcome.errorInfo).adopted()) }
    }
  }

  /// Calls a closure on the main actor once the promise is fulfilled, or one once it fails or is cancelled.
  @discardableResult
  public func on(
    _ actor: MainActor.Type,
    success: (@MainActor @Sendable (Value) -> Void)? = nil,
    failure: (@MainActor @Sendable (ErrorInfo) -> Void)? = nil
  ) -> Promise {
    on(
      success: { value in
        if let success { Task { @MainActor in success(value) } }
      },
      failure: { info in
        if let failure { Task { @MainActor in failure(info) } }
      }
    )
  }

  /// Calls a closure on the main actor with each progress from now on, and the one before it.
  @discardableResult
  public func progress(
    on actor: MainActor.Type,
    _ observe: @escaping @MainActor @Sendable ((old: Progress?, new: Progress)) -> Void
  ) -> Promise {
    progress { progress in Task { @MainActor in observe(progress) } }
  }

  /// Calls a closure on the main actor once the promise has settled, however it did.
  @discardableResult
  public func finally(on actor: MainActor.Type, _ observe: @escaping @MainActor @Sendable () -> Void) -> Promise {
    derived { settlement in
      return .hop {
        observe()
        return .settle(settlement)
      }
    }
  }
}
