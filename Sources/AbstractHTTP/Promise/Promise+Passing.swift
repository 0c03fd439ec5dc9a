extension Promise {
  /// Makes the promise that fails with what a closure makes of this one's error.
  ///
  /// ```swift
  /// promise.mapError { MyError.network($0) }
  /// ```
  public func mapError<NextFailure>(
    _ transform: @escaping @Sendable (Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self, Self.mappingError(transform))
  }

  /// Makes the promise that reports what a closure makes of this one's progress.
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

  /// Calls a closure once the promise has settled, however it did, and then becomes what this one became.
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

  /// Makes the promise that becomes what this one does, with its progress, until a token is removed.
  ///
  /// Then it is cancelled, and so is whatever is chained to it, silently: no handler of that chain is called any more. This
  /// promise goes on.
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
