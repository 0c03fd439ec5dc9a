extension Promise {
  /// Creates a promise from an `async` closure that returns its value or throws.
  ///
  /// The closure's task prefers the threads of the library's pool, and handlers run there. Cancelling the promise
  /// cancels the task. If the closure throws a `CancellationError`, the promise is cancelled.
  ///
  /// ```swift
  /// Promise<Never, User, any Error> { try await api.user(1) }
  /// ```
  public init(
    paused: Bool = false,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(paused: paused) { (_: @escaping Report) async throws(Failure) in try await operation() }
  }

  /// Creates a promise from an `async` closure that returns its value or throws, and reports progress.
  public init(
    paused: Bool = false,
    _ operation: @escaping @Sendable (_ progress: @escaping Report) async throws(Failure) -> Value
  ) {
    self.init(paused: paused) { core in
      let resolver = PromiseResolver<Progress, Value, Failure>(core)
      let task = Task(executorPreference: ThreadPool.shared) {
        do throws(Failure) {
          resolver.fulfill(try await operation { resolver.report($0) })
        } catch {
          if error is CancellationError { resolver.cancel(error) } else { resolver.reject(error) }
        }
      }
      PromiseConfiguration(core: core).cancel = { task.cancel() }
    }
  }

  /// Creates a promise from an `async` closure that returns a result.
  @_disfavoredOverload
  public init(paused: Bool = false, _ operation: @escaping @Sendable () async -> Result<Value, Failure>) {
    self.init(paused: paused) { () async throws(Failure) in try await operation().get() }
  }

  /// The promise's progress from now on, until it settles.
  ///
  /// A loop that is slower than the progress receives only the newest value. Watching progress doesn't count as
  /// listening: leaving the loop never cancels the promise, and the loop doesn't keep the promise from being cancelled
  /// if it has no listeners.
  ///
  /// ```swift
  /// for await progress in promise.progressUpdates { bar.value = progress }
  /// ```
  public var progressUpdates: some AsyncSequence<Progress, Never> & Sendable {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let registration = HandlerRegistration(HandlerRegistry())
      let identity = ObjectIdentifier(registration)
      continuation.onTermination = { [weak core] _ in core?.remove(identity) }
      let watcher = PromiseListener.watcher(identity) { event in
        switch event {
        case .progressed(_, let new): continuation.yield(unbox(new, as: Progress.self))
        case .ended:
          registration.end()
          continuation.finish()
        }
      }
      registration.attach(watcher, to: core)
    }
  }
}
