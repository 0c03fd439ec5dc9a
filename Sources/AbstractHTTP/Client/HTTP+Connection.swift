extension HTTP {
  /// Sets the connector that sends the request.
  public func httpConnector(_ httpConnector: any HTTPConnector) -> HTTP { setting { $0.httpConnector = httpConnector } }

  /// Sets the encoder of the query.
  public func urlEncoder(_ urlEncoder: any URLEncoder) -> HTTP { setting { $0.urlEncoder = urlEncoder } }

  /// Sets whether results are delivered on the main thread.
  public func callbackInMainThread(_ callbackInMainThread: Bool) -> HTTP {
    setting { $0.callbackInMainThread = callbackInMainThread }
  }

  /// Sets whether the connection is logged.
  public func isLogEnabled(_ isLogEnabled: Bool) -> HTTP { setting { $0.isLogEnabled = isLogEnabled } }

  /// Sets the holder that keeps the connection alive while it runs.
  public func holder(_ holder: ConnectionHolder) -> HTTP { setting { $0.holder = holder } }

  /// Wraps the exchange in middleware. Every middleware knows its place.
  public func use(_ middleware: Middleware...) -> HTTP { setting { $0.use(contentsOf: middleware) } }

  /// Adds a listener for the start and the end of the call.
  public func addListener(_ listener: any ConnectionListener) -> HTTP { setting { $0.addListener(listener) } }

  /// Adds a listener for the response.
  public func addResponseListener(_ listener: any ConnectionResponseListener) -> HTTP {
    setting { $0.addResponseListener(listener) }
  }

  /// Adds a listener for failures.
  public func addErrorListener(_ listener: any ConnectionErrorListener) -> HTTP {
    setting { $0.addErrorListener(listener) }
  }

  /// Adds a closure that is called after every failure and cancellation, on the delivery thread.
  ///
  /// - Parameter onError: Receives the error, the response, and the model, if there are any.
  public func addOnError(
    @_inheritActorContext
    _ onError: @escaping @isolated(any) @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void
  ) -> HTTP {
    addErrorListener(OnError(MainThread.calling(onError)))
  }

  /// Adds a closure that is called at the end of every call, on the delivery thread.
  ///
  /// - Parameter onEnd: Receives the response, the model, and the error, if there are any.
  public func addOnEnd(
    @_inheritActorContext
    _ onEnd: @escaping @isolated(any) @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void
  ) -> HTTP {
    addListener(OnEnd(MainThread.calling(onEnd)))
  }

  /// Configures the connection's ``DefaultHTTPConnector``, even one that is set later. Other connectors aren't
  /// affected.
  ///
  /// - Parameter setup: Receives the connector, before the request is sent.
  public func setupDefaultHTTPConnector(_ setup: @escaping @Sendable (DefaultHTTPConnector) -> Void) -> HTTP {
    with { $0.connectorSetup.append(setup) }
  }

  private func setting(_ change: @escaping @Sendable (any ConfigurableConnection) -> Void) -> HTTP {
    with { $0.setup.append(change) }
  }
}

/// The settings of a connection, without its generic type.
protocol ConfigurableConnection: ConnectionTask {
  var httpConnector: any HTTPConnector { get set }
  var urlEncoder: any URLEncoder { get set }
  var callbackInMainThread: Bool { get set }
  var isLogEnabled: Bool { get set }
  var holder: ConnectionHolder { get set }
  func use(contentsOf middleware: [Middleware])
}

extension Connection: ConfigurableConnection {
  func use(contentsOf middleware: [Middleware]) {
    core.settings.withLock { $0.use(middleware) }
  }
}
