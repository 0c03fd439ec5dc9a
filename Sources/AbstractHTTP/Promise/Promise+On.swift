extension Promise {
  /// Calls a closure once the promise is fulfilled, or one once it fails or is cancelled; returns the same promise.
  ///
  /// ```swift
  /// promise.on(success: { print($0) }, failure: { error, isCancelled in print("failed") })
  /// ```
  ///
  /// - Parameters:
  ///   - token: Removes the closures again.
  ///   - success: Receives the value.
  ///   - failure: Receives what went wrong.
  @inlinable
  @discardableResult
  public func on(
    until token: HandlerToken? = nil,
    success: (@Sendable (Value) -> Void)? = nil,
    failure: (@Sendable (ErrorInfo) -> Void)? = nil
  ) -> Promise {
    listen(until: token) { identity in
      .observer(identity) { settlement in
        guard token?.isRemoved != true else { return }
        switch settlement.outcome(Value.self, Failure.self) {
        case .fulfilled(let value): success?(value)
        case .rejected(let error): failure?((error, false))
        case .cancelled(let error): failure?((error, true))
        }
      }
    }
  }

  /// Calls a closure with each progress from now on, and the one before it; returns the same promise.
  ///
  /// ```swift
  /// promise.progress { old, new in print(new) }
  /// ```
  ///
  /// - Parameters:
  ///   - token: Removes the closure again.
  ///   - observe: Receives the progress.
  @inlinable
  @discardableResult
  public func progress(
    until token: HandlerToken? = nil,
    _ observe: @escaping @Sendable ((old: Progress?, new: Progress)) -> Void
  ) -> Promise {
    listen(until: token) { identity in
      .watcher(identity) { old, new in
        guard token?.isRemoved != true else { return }
        observe((old.map { unbox($0, as: Progress.self) }, unbox(new, as: Progress.self)))
      }
    }
  }

  @inlinable
  func listen(until token: HandlerToken?, _ listener: (ObjectIdentifier?) -> PromiseListener) -> Promise {
    core.attach(listener(token.map { ObjectIdentifier($0) }))
    if let token { remove(by: token) }
    return self
  }

  @usableFromInline
  func remove(by token: HandlerToken) {
    token.whenRemoved { [weak core, identity = ObjectIdentifier(token)] in core?.remove(identity) }
  }
}
