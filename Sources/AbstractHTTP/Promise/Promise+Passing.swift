extension Promise {
  /// Returns a promise that fails with the error that a closure returns for this promise's error.
  ///
  /// ```swift
  /// promise.mapError { MyError.network($0) }
  /// ```
  public func mapError<NextFailure>(
    _ transform: @escaping @Sendable (Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self, Self.mappingError(transform))
  }

  /// Returns a promise that reports the progress that a closure returns for this promise's progress.
  ///
  /// ```swift
  /// download().mapProgress { $0 * 100 }.progress { _, new in bar.value = new }
  /// ```
  ///
  /// - Parameter transform: Receives the progress, on the thread that reports it.
  public func mapProgress<NextProgress: Sendable>(
    _ transform: @escaping @Sendable (Progress) -> NextProgress
  ) -> Promise<NextProgress, Value, Failure> {
    scoped(core.rebuilt { $0.relay { Box(transform(unbox($0, as: Progress.self))) } })
  }

  /// Calls a closure once the promise has settled, whatever its outcome, and returns a promise that settles as this
  /// promise does.
  ///
  /// ```swift
  /// promise.finally { spinner.stop() }
  /// ```
  @discardableResult
  public func finally(_ observe: @escaping @Sendable () -> Void) -> Promise {
    derived { settlement in
      observe()
      return .settle(settlement)
    }
  }

  /// Returns a promise that settles as this promise does, and reports its progress, until a token is removed.
  ///
  /// A removal cancels the returned promise and everything chained to it silently: no handler of that chain is called
  /// anymore. This promise continues.
  ///
  /// ```swift
  /// let token = HandlerToken()
  /// promise.until(token).success { screen.show($0) }
  /// token.remove()
  /// ```
  public func until(_ token: HandlerToken) -> Promise {
    let made = core.rebuilt { $0.relay() }
    let others = (scope?.handlers ?? []).filter { $0 !== token.handlers }
    let scope = PromiseScope(starter: scope?.starter, handlers: others + [token.handlers])
    scope?.enroll(made)
    return Promise(core: made, scope: scope)
  }
}
