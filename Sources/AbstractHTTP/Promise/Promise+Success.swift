extension Promise {
  /// Makes the promise of what a closure makes of this one's value.
  ///
  /// A failure passes straight through; the closure is not called.
  ///
  /// ```swift
  /// promise.success { user in user.name }.success { print($0) }
  /// ```
  @inlinable
  @discardableResult
  public func success<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .settle(.value(transform(unbox(value, as: Value.self))))
    }
  }

  /// Does something with the value, for a promise of nothing.
  @inlinable
  @discardableResult
  public func success(_ observe: @escaping @Sendable (Value) -> Void) -> Promise<Progress, Void, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .settle(.value(observe(unbox(value, as: Value.self))))
    }
  }

  /// Makes the promise of what the promise that a closure returns will become.
  ///
  /// ```swift
  /// login().success { token in loadUser(token) }   // a promise of a user
  /// ```
  ///
  /// It reports the progress of the inner promise, and pauses, resumes and cancels that along with itself.
  @inlinable
  @discardableResult
  public func success<NextProgress, Next>(
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .follow(transform(unbox(value, as: Value.self)).adopted())
    }
  }

  /// Makes the promise of the result that a closure makes of this one's value: a value, or a failure.
  @inlinable
  @discardableResult
  public func success<Next: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    derived { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return .settle(AnyOutcome(transform(unbox(value, as: Value.self))))
    }
  }

  /// Makes the promise of what a closure makes of this one's value, or of the error that it throws.
  ///
  /// ```swift
  /// promise.success(throwing: { text throws(MyError) in try parse(text) })
  /// ```
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func success<Next: Sendable>(
    throwing transform: @escaping @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    success { value in Result { () throws(Failure) in try transform(value) } }
  }
}

extension Promise {
  /// Makes the promise that becomes what a link makes of this one's settlement.
  @inlinable
  func derived<NextProgress, Next, NextFailure>(
    sharesFailure: Bool = true,
    _ link: @escaping PromiseLink
  ) -> Promise<NextProgress, Next, NextFailure> {
    Promise<NextProgress, Next, NextFailure>(
      core: core.derive(sharesFailure: sharesFailure, link),
      origin: deriving(sharesFailure: sharesFailure, link)
    )
  }

  /// The origin of a promise that is chained to this one.
  @usableFromInline
  func deriving(sharesFailure: Bool = true, _ link: @escaping PromiseLink) -> PromiseFactory? {
    remaking.map { PromiseFactory(.derived(sharesFailure: sharesFailure, link), from: $0.recipe) }
  }

  /// Its core, to be taken as the inner promise of another one, which will start it if nobody has.
  @usableFromInline
  func adopted() -> PromiseCore {
    if origin?.deferred?.isCold == true { core.withMachine { $0.detail { $0.isAdopted = true } } }
    return core
  }
}
