extension Promise {
  /// Calls a closure once the promise is fulfilled, or one once it fails or is cancelled; returns the same promise.
  ///
  /// ```swift
  /// promise.on(success: { print($0) }, failure: { error, isCancelled in print("failed") })
  /// ```
  @discardableResult
  public func on(
    success: (@Sendable (Value) -> Void)? = nil,
    failure: (@Sendable (ErrorInfo) -> Void)? = nil
  ) -> Promise {
    core.attach(
      .observer(nil) { settlement in
        switch settlement.outcome(Value.self, Failure.self) {
        case .fulfilled(let value): success?(value)
        case .rejected(let error): failure?((error, false))
        case .cancelled(let error): failure?((error, true))
        }
      }
    )
    return self
  }

  /// Calls a closure with each progress from now on, and the one before it; returns the same promise.
  ///
  /// ```swift
  /// promise.progress { old, new in print(new) }
  /// ```
  @discardableResult
  public func progress(_ observe: @escaping @Sendable ((old: Progress?, new: Progress)) -> Void) -> Promise {
    core.attach(
      .watcher(nil) { old, new in
        observe((old.map { restored($0, as: Progress.self) }, restored(new, as: Progress.self)))
      }
    )
    return self
  }
}
