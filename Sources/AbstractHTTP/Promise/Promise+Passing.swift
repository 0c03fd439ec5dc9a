extension Promise {
  /// Makes the promise that fails with what a closure makes of this one's error.
  ///
  /// ```swift
  /// promise.mapError { MyError.network($0) }
  /// ```
  public func mapError<NextFailure>(
    _ transform: @escaping @Sendable (Failure) -> NextFailure
  ) -> Promise<Progress, Value, NextFailure> {
    derived(sharesFailure: NextFailure.self == Failure.self) { settlement in
      switch settlement {
      case .fulfilled: .settle(settlement)
      case .rejected(let error): .settle(.error(transform(unbox(error, as: Failure.self))))
      case .cancelled(nil): .settle(settlement)
      case .cancelled(let error?):
        .settle(.cancelled(Box(transform(unbox(error, as: Failure.self)))))
      }
    }
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
  /// Then it is cancelled and lets go of this one, which goes on: whatever is chained here can be removed together.
  ///
  /// ```swift
  /// let token = HandlerToken()
  /// promise.until(token).success { screen.show($0) }
  /// token.remove()
  /// ```
  public func until(_ token: HandlerToken) -> Promise {
    let source = core
    let derived = source.derive(relaysProgress: true) { .settle($0) }
    token.whenRemoved { [weak source, weak derived] in
      guard let derived else { return }
      source?.remove(ObjectIdentifier(derived))
      derived.settle(.cancelled(nil))
    }
    return Promise(core: derived)
  }
}
