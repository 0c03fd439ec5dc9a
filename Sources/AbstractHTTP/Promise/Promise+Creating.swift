extension Promise {
  /// A closure that reports progress.
  public typealias Report = @Sendable (Progress) -> Void

  /// A closure that fulfills the promise.
  public typealias Fulfill = @Sendable (Value) -> Void

  /// A closure that rejects the promise.
  public typealias Reject = @Sendable (Failure) -> Void

  /// A closure that does the work. Receives closures to report progress, to fulfill, to reject, and to be controlled.
  public typealias Executor =
    @Sendable (
      _ progress: @escaping Report, _ fulfill: @escaping Fulfill, _ reject: @escaping Reject,
      _ configure: PromiseConfiguration
    ) -> Void

  /// Creates a promise that an executor settles.
  ///
  /// The executor runs at once, or with the first ``resume()`` if the promise is paused. If the executor releases its
  /// closures without settling the promise, the promise is cancelled.
  ///
  /// ```swift
  /// Promise<Float, Data, MyError> { progress, fulfill, reject, configure in
  ///   let player = Player(onProgress: progress, onEnd: fulfill, onError: reject)
  ///   configure.pause = { player.pause() }
  ///   configure.resume = { player.resume() }
  ///   configure.cancel = { player.stop() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - paused: Whether the executor waits for ``resume()``. Defaults to `false`.
  ///   - executor: Does the work. The promise keeps it until it is fulfilled, because `retry` runs it again.
  @inlinable
  public init(paused: Bool = false, _ executor: @escaping Executor) {
    self.init(paused: paused) { core in
      let resolver = PromiseResolver<Progress, Value, Failure>(core)
      executor(
        { resolver.report($0) },
        { resolver.fulfill($0) },
        { resolver.reject($0) },
        PromiseConfiguration(core: core)
      )
    }
  }

  /// Creates a promise that an executor settles, without progress or control.
  @inlinable
  public init(paused: Bool = false, _ executor: @escaping @Sendable (@escaping Fulfill, @escaping Reject) -> Void) {
    self.init(paused: paused) { core in
      let resolver = PromiseResolver<Progress, Value, Failure>(core)
      executor({ resolver.fulfill($0) }, { resolver.reject($0) })
    }
  }

  @inlinable
  init(paused: Bool, start: @escaping PromiseFactory.Start) {
    if paused {
      let (core, starter) = DeferredStart.promise(start)
      self.init(core: core, scope: PromiseScope(starter: starter))
    } else {
      self.init(core: PromiseCore(startedBy: start))
    }
  }

  @inlinable
  init(_ settlement: AnyOutcome) { self.init(core: PromiseCore(settlement)) }

  /// Creates a fulfilled promise.
  @inlinable
  public init(value: Value) { self.init(.value(value)) }

  /// Creates a rejected promise.
  @inlinable
  public init(error: Failure) { self.init(.error(error)) }

  /// Creates a promise that has settled with a result.
  public init(_ result: Result<Value, Failure>) { self.init(AnyOutcome(result)) }
}
