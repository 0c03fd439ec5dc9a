extension Connection {
  /// The connector that sends the request. Defaults to the one that ``ConnectionConfig/httpConnector`` creates on first
  /// use.
  public var httpConnector: any HTTPConnector {
    get { core.httpConnector }
    set { core.replace { exchange(&$0.httpConnector, with: newValue) } }
  }

  /// The encoder of the query. Defaults to the one that ``ConnectionConfig/urlEncoder`` creates on first use.
  public var urlEncoder: any URLEncoder {
    get { core.urlEncoder }
    set { core.replace { exchange(&$0.urlEncoder, with: newValue) } }
  }

  /// Whether the connection is logged, without secrets. Defaults to `false`.
  public var isLogEnabled: Bool {
    get { core.settings.withLock { $0.isLogEnabled } }
    set { core.settings.withLock { $0.isLogEnabled = newValue } }
  }

  /// Whether success, failure, and the end are delivered on the main thread, always asynchronously. Defaults to `true`.
  ///
  /// If `false`, they are delivered synchronously on the current thread: a thread of the library's pool, which they may
  /// block, or the caller's thread if no stage suspends. <doc:WhereYourCodeRuns> lists the threads.
  public var callbackInMainThread: Bool {
    get { core.settings.withLock { $0.callbackInMainThread } }
    set { core.settings.withLock { $0.callbackInMainThread = newValue } }
  }

  /// The holder that keeps the connection alive while it runs. Defaults to ``ConnectionHolder/shared``. A change
  /// applies to the next call.
  public var holder: ConnectionHolder {
    get { core.settings.withLock { $0.holder } }
    set { core.replace { exchange(&$0.holder, with: newValue) } }
  }

  /// The middleware that wraps the exchange: first that of the options, then the connection's own, in the order in
  /// which it was added. The connection's own middleware replaces that of its options in the same slot.
  public var middleware: [Middleware] { core.settings.withLock { $0.middleware } }

  /// Wraps the exchange in middleware, starting with the next start or restart. Every middleware knows its place.
  ///
  /// A credential without servers is sent to the origin of the options' base URL. Without a base URL, it is sent to the
  /// server of the connection's request.
  @discardableResult
  public func use(_ middleware: Middleware...) -> Self { use(middleware) }

  /// Wraps the exchange in a list of middleware.
  @discardableResult
  public func use(_ middleware: [Middleware]) -> Self {
    core.settings.withLock { $0.use(middleware) }
    return self
  }
}
