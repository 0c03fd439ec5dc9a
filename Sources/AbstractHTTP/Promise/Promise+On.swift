extension Promise {
  /// Calls one closure when the promise is fulfilled, or another when it fails or is cancelled. Returns the same
  /// promise.
  ///
  /// ```swift
  /// promise.on(success: { print($0) }, failure: { error, isCancelled in print("failed") })
  /// ```
  ///
  /// - Parameters:
  ///   - token: A token that removes the closures.
  ///   - success: Receives the value.
  ///   - failure: Receives the error and whether the promise was cancelled.
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

  /// Calls a closure with each new progress and the previous one. Returns the same promise.
  ///
  /// ```swift
  /// promise.progress { old, new in print(new) }
  /// ```
  ///
  /// - Parameters:
  ///   - token: A token that removes the closure.
  ///   - observe: Receives the previous progress, if there was one, and the new one.
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
