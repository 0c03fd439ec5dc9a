extension Connection {
  /// What can be set on a connection.
  struct Settings: Sendable {
    let config: ConnectionConfig.Settings
    var httpConnector: (any HTTPConnector)?
    var urlEncoder: (any URLEncoder)?
    var isLogEnabled: Bool
    var callbackInMainThread: Bool
    var middleware: [Middleware]
    var holder = ConnectionHolder.shared
    var listeners: [any ConnectionListener] = []
    var responseListeners: [any ConnectionResponseListener] = []
    var errorListeners: [any ConnectionErrorListener] = []

    init(_ config: ConnectionConfig.Settings) {
      self.config = config
      isLogEnabled = config.isLogEnabled
      callbackInMainThread = config.callbackInMainThread
      middleware = config.middleware
    }
  }

  /// How the bytes travel. By default what ``ConnectionConfig/httpConnector`` made when it was first asked for.
  public var httpConnector: any HTTPConnector {
    get {
      let (connector, make) = settings.withLock { ($0.httpConnector, $0.config.httpConnector) }
      if let connector { return connector }
      let made = make()
      return settings.withLock { settings in
        let connector = settings.httpConnector ?? made
        settings.httpConnector = connector
        return connector
      }
    }
    set { settings.withLock { $0.httpConnector = newValue } }
  }

  /// How the query is encoded. By default what ``ConnectionConfig/urlEncoder`` made when it was first asked for.
  public var urlEncoder: any URLEncoder {
    get {
      let (encoder, make) = settings.withLock { ($0.urlEncoder, $0.config.urlEncoder) }
      if let encoder { return encoder }
      let made = make()
      return settings.withLock { settings in
        let encoder = settings.urlEncoder ?? made
        settings.urlEncoder = encoder
        return encoder
      }
    }
    set { settings.withLock { $0.urlEncoder = newValue } }
  }

  /// Whether the connection is logged, without secrets. `false` by default.
  public var isLogEnabled: Bool {
    get { settings.withLock { $0.isLogEnabled } }
    set { settings.withLock { $0.isLogEnabled = newValue } }
  }

  /// Whether success, failure and the end come on the main thread, always by a hop; elsewhere they come on the thread that the
  /// work is on, without one. `true` by default.
  public var callbackInMainThread: Bool {
    get { settings.withLock { $0.callbackInMainThread } }
    set { settings.withLock { $0.callbackInMainThread = newValue } }
  }

  /// What keeps the connection alive while it runs; ``ConnectionHolder/shared`` by default. Another takes effect with the next call.
  public var holder: ConnectionHolder {
    get { settings.withLock { $0.holder } }
    set { settings.withLock { $0.holder = newValue } }
  }

  /// The middleware that wraps the exchange, in the order it was used; what ``ConnectionConfig/middleware`` says comes first.
  public var middleware: [Middleware] { settings.withLock { $0.middleware } }

  /// Wraps the exchange in middleware; every one knows its place. Takes effect with the next start or restart.
  @discardableResult
  public func use(_ middleware: Middleware...) -> Self {
    settings.withLock { $0.middleware += middleware }
    return self
  }
}
