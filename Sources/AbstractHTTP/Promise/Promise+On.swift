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
    listen(until: token) { registration in
      .observer(registration.map { ObjectIdentifier($0) }) { settlement in
        registration?.end()
        guard registration?.isRemoved != true else { return }
        switch settlement {
        case .fulfilled(let value): success?(unbox(value, as: Value.self))
        case .removed: break
        case .rejected, .cancelled:
          if let failure, let info = settlement.errorInfo(Failure.self) { failure(info) }
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
    listen(until: token) { registration in
      .watcher(registration.map { ObjectIdentifier($0) }) { event in
        guard case .progressed(let old, let new) = event else {
          registration?.end()
          return
        }
        guard registration?.isRemoved != true else { return }
        observe((old.map { unbox($0, as: Progress.self) }, unbox(new, as: Progress.self)))
      }
    }
  }

  @inlinable
  func listen(until token: HandlerToken?, _ listener: (HandlerRegistration?) -> PromiseListener) -> Promise {
    guard let token = token?.handlers else {
      core.attach(listener(nil))
      return self
    }
    let registration = HandlerRegistration(token)
    registration.attach(listener(registration), to: core)
    return self
  }
}
