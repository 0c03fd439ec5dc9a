extension HTTP {
  /// Sets how the bytes travel.
  public func httpConnector(_ httpConnector: any HTTPConnector) -> HTTP { setting { $0.httpConnector = httpConnector } }

  /// Sets how the query is encoded.
  public func urlEncoder(_ urlEncoder: any URLEncoder) -> HTTP { setting { $0.urlEncoder = urlEncoder } }

  /// Sets whether results come on the main thread.
  public func callbackInMainThread(_ callbackInMainThread: Bool) -> HTTP {
    setting { $0.callbackInMainThread = callbackInMainThread }
  }

  /// Sets whether the connection is logged.
  public func isLogEnabled(_ isLogEnabled: Bool) -> HTTP { setting { $0.isLogEnabled = isLogEnabled } }

  /// Sets what keeps the connection alive while it runs.
  public func holder(_ holder: ConnectionHolder) -> HTTP { setting { $0.holder = holder } }

  /// Wraps the exchange in middleware; every one knows its place.
  public func use(_ middleware: Middleware...) -> HTTP { setting { $0.use(contentsOf: middleware) } }

  /// Adds a watcher of the beginning and the end.
  public func addListener(_ listener: any ConnectionListener) -> HTTP { setting { $0.addListener(listener) } }

  /// Adds a watcher of responses.
  public func addResponseListener(_ listener: any ConnectionResponseListener) -> HTTP {
    setting { $0.addResponseListener(listener) }
  }

  /// Adds a watcher of failures.
  public func addErrorListener(_ listener: any ConnectionErrorListener) -> HTTP {
    setting { $0.addErrorListener(listener) }
  }

  /// Adds a closure that is called after every failure and cancel, on the delivery thread.
  public func addOnError(
    @_inheritActorContext
    _ onError: @escaping @isolated(any) @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void
  ) -> HTTP {
    addErrorListener(OnError(MainThread.calling(onError)))
  }

  /// Adds a closure that is called at the end of every call, on the delivery thread.
  public func addOnEnd(
    @_inheritActorContext
    _ onEnd: @escaping @isolated(any) @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void
  ) -> HTTP {
    addListener(OnEnd(MainThread.calling(onEnd)))
  }

  /// Sets up the ``DefaultHTTPConnector`` of the connection, whether it is set before or after this; a connector of another kind
  /// is left alone.
  public func setupDefaultHTTPConnector(_ setup: @escaping @Sendable (DefaultHTTPConnector) -> Void) -> HTTP {
    with { $0.connectorSetup.append(setup) }
  }

  private func setting(_ change: @escaping @Sendable (any ConfigurableConnection) -> Void) -> HTTP {
    with { $0.setup.append(change) }
  }
}

/// A connection's settings, without its generics.
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
