extension Promise {
  /// Reports progress.
  public typealias Report = @Sendable (Progress) -> Void

  /// Fulfils the promise.
  public typealias Fulfill = @Sendable (Value) -> Void

  /// Rejects the promise.
  public typealias Reject = @Sendable (Failure) -> Void

  /// Does the work; receives closures to report progress, to fulfill, to reject, and to be controlled.
  public typealias Executor =
    @Sendable (
      _ progress: @escaping Report, _ fulfill: @escaping Fulfill, _ reject: @escaping Reject,
      _ configure: PromiseConfiguration
    ) -> Void

  /// Makes a promise of what an executor will settle.
  ///
  /// The executor is run at once, or by the first ``resume()``. Once it has let go of its closures without settling the
  /// promise, the promise becomes cancelled.
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
  ///   - paused: Whether the executor waits for ``resume()``; no by default.
  ///   - executor: What does the work. It is kept until the promise is fulfilled, because `retry` runs it again.
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

  /// Makes a promise of what an executor will settle, which reports nothing and cannot be controlled.
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

  /// Makes a promise that is fulfilled.
  @inlinable
  public init(value: Value) { self.init(.value(value)) }

  /// Makes a promise that is rejected.
  @inlinable
  public init(error: Failure) { self.init(.error(error)) }

  /// Makes a promise that has settled with a result.
  public init(_ result: Result<Value, Failure>) { self.init(AnyOutcome(result)) }
}
