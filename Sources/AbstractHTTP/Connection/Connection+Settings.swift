extension Connection {
  /// How the bytes travel. By default what ``ConnectionConfig/httpConnector`` made when it was first asked for.
  public var httpConnector: any HTTPConnector {
    get { core.httpConnector }
    set { core.replace { exchange(&$0.httpConnector, with: newValue) } }
  }

  /// How the query is encoded. By default what ``ConnectionConfig/urlEncoder`` made when it was first asked for.
  public var urlEncoder: any URLEncoder {
    get { core.urlEncoder }
    set { core.replace { exchange(&$0.urlEncoder, with: newValue) } }
  }

  /// Whether the connection is logged, without secrets. `false` by default.
  public var isLogEnabled: Bool {
    get { core.settings.withLock { $0.isLogEnabled } }
    set { core.settings.withLock { $0.isLogEnabled = newValue } }
  }

  /// Whether success, failure, and the end come on the main thread, always by a hop. `true` by default.
  ///
  /// If `false`, they come without a hop on the thread that the work is on: a thread of the library's pool, which they may block,
  /// or the caller's if no stage suspends. <doc:WhereYourCodeRuns> lists the threads.
  public var callbackInMainThread: Bool {
    get { core.settings.withLock { $0.callbackInMainThread } }
    set { core.settings.withLock { $0.callbackInMainThread = newValue } }
  }

  /// What keeps the connection alive while it runs; ``ConnectionHolder/shared`` by default. Another takes effect with the next call.
  public var holder: ConnectionHolder {
    get { core.settings.withLock { $0.holder } }
    set { core.replace { exchange(&$0.holder, with: newValue) } }
  }

  /// The middleware that wraps the exchange, in the order it was used, after that of the options. What the
  /// connection uses itself replaces what its options have in the same slot.
  public var middleware: [Middleware] { core.settings.withLock { $0.middleware } }

  /// Wraps the exchange in middleware; every one knows its place. Takes effect with the next start or restart.
  ///
  /// A credential that doesn't name its servers is sent to the origin of the options' base URL; if they have none, to the
  /// server that the connection's request names.
  @discardableResult
  public func use(_ middleware: Middleware...) -> Self { use(middleware) }

  /// Wraps the exchange in a list of middleware.
  @discardableResult
  public func use(_ middleware: [Middleware]) -> Self {
    core.settings.withLock { $0.use(middleware) }
    return self
  }
}
