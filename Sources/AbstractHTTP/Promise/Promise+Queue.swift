public import Dispatch

extension Promise {
  /// Returns a promise of the value that a closure returns on a queue for this promise's value.
  @discardableResult
  @_disfavoredOverload
  public func success<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(transform(value)) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on a queue for this promise's value.
  @discardableResult
  public func success<NextProgress, Next>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(transform(value)) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Turns a closure that returns a promise of another failure type into an error at compile time.
  ///
  /// Use ``mapError(_:)`` so that both promises fail with the same type.
  @available(*, deprecated, message: "the failure types differ: use mapError first")
  @discardableResult
  @_disfavoredOverload
  public func success<NextProgress, Next, NextFailure>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, NextFailure>
  ) throws -> Promise<NextProgress, Next, NextFailure> {
    throw MisusedHandler()
  }

  /// Returns a promise of the value that a closure returns on a queue for this promise's value.
  @discardableResult
  public func map<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .fulfill(transform(value)) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on a queue for this promise's value.
  @discardableResult
  public func flatMap<NextProgress, Next>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .following(transform(value)) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise of the result that a closure returns on a queue for this promise's value.
  @discardableResult
  public func trySuccess<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) -> Result<Next, Failure>
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .settle(with: transform(value)) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on a queue, or of the error that it throws.
  @discardableResult
  @_disfavoredOverload
  public func trySuccess<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .settle(with: Result { () throws(Failure) in try transform(value) }) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise of the value that a closure returns on a queue, or of the error that it throws.
  @discardableResult
  public func tryMap<Next: Sendable>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Next
  ) -> Promise<Progress, Next, Failure> {
    let link = Self.ofValue { value in .settle(with: Result { () throws(Failure) in try transform(value) }) }
    return derived(on: .queue(queue), for: .values, link)
  }

  /// Returns a promise that follows the promise that a closure returns on a queue, or of the error that it throws.
  @discardableResult
  public func tryFlatMap<NextProgress, Next>(
    on queue: DispatchQueue,
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Promise<NextProgress, Next, Failure>
  ) -> Promise<NextProgress, Next, Failure> {
    let link = Self.ofValue { value in .follow(Result { () throws(Failure) in try transform(value) }) }
    return derived(on: .queue(queue), for: .values, link)
  }
}
