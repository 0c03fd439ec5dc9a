extension Connection {
  /// The listeners for the start and the end of calls, in the order in which they are called.
  public var listeners: [any ConnectionListener] {
    get { core.settings.withLock { $0.listeners } }
    set { core.replace { exchange(&$0.listeners, with: newValue) } }
  }

  /// The listeners for responses, in the order in which they are called.
  public var responseListeners: [any ConnectionResponseListener] {
    get { core.settings.withLock { $0.responseListeners } }
    set { core.replace { exchange(&$0.responseListeners, with: newValue) } }
  }

  /// The listeners for failures, in the order in which they are called.
  public var errorListeners: [any ConnectionErrorListener] {
    get { core.settings.withLock { $0.errorListeners } }
    set { core.replace { exchange(&$0.errorListeners, with: newValue) } }
  }

  /// Adds a listener for the start and the end of calls.
  @discardableResult
  public func addListener(_ listener: any ConnectionListener) -> Self {
    core.settings.withLock { $0.listeners.append(listener) }
    return self
  }

  /// Adds a listener for responses.
  @discardableResult
  public func addResponseListener(_ listener: any ConnectionResponseListener) -> Self {
    core.settings.withLock { $0.responseListeners.append(listener) }
    return self
  }

  /// Adds a listener for failures.
  @discardableResult
  public func addErrorListener(_ listener: any ConnectionErrorListener) -> Self {
    core.settings.withLock { $0.errorListeners.append(listener) }
    return self
  }

  /// Removes a listener for the start and the end of calls.
  public func removeListener(_ listener: any ConnectionListener) {
    core.settings.withLock { $0.listeners.removeAll { $0 === listener } }
  }

  /// Removes a listener for responses.
  public func removeResponseListener(_ listener: any ConnectionResponseListener) {
    core.settings.withLock { $0.responseListeners.removeAll { $0 === listener } }
  }

  /// Removes a listener for failures.
  public func removeErrorListener(_ listener: any ConnectionErrorListener) {
    core.settings.withLock { $0.errorListeners.removeAll { $0 === listener } }
  }

  /// Adds a closure that is called after every failure and cancellation, on the delivery thread.
  ///
  /// - Parameter onError: Receives the error, the response, and the model, if there are any.
  @discardableResult
  public func addOnError(_ onError: @escaping @Sendable (ConnectionError, Response?, ResponseModel?) -> Void) -> Self {
    addErrorListener(OnError { onError($0, $1, $2 as? ResponseModel) })
  }

  /// Adds a `@MainActor` closure that is called after every failure and cancellation, on the main thread.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - onError: Receives the error, the response, and the model, if there are any.
  @discardableResult
  public func addOnError(
    on actor: MainActor.Type,
    _ onError: @escaping @MainActor @Sendable (ConnectionError, Response?, ResponseModel?) -> Void
  ) -> Self {
    addOnError { error, response, model in MainThread.perform { onError(error, response, model) } }
  }

  /// Adds a closure that is called at the end of every call, on the delivery thread.
  ///
  /// - Parameter onEnd: Receives the response, the model, and the error, if there are any.
  @discardableResult
  public func addOnEnd(_ onEnd: @escaping @Sendable (Response?, ResponseModel?, ConnectionError?) -> Void) -> Self {
    addListener(OnEnd { onEnd($0, $1 as? ResponseModel, $2) })
  }

  /// Adds a `@MainActor` closure that is called at the end of every call, on the main thread.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - onEnd: Receives the response, the model, and the error, if there are any.
  @discardableResult
  public func addOnEnd(
    on actor: MainActor.Type,
    _ onEnd: @escaping @MainActor @Sendable (Response?, ResponseModel?, ConnectionError?) -> Void
  ) -> Self {
    addOnEnd { response, model, error in MainThread.perform { onEnd(response, model, error) } }
  }
}
