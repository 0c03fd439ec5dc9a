/// What can be set on a connection.
struct ConnectionSettings: Sendable {
  let shared: ConnectionOptions.Shared
  var httpConnector: (any HTTPConnector)?
  var urlEncoder: (any URLEncoder)?
  var isLogEnabled: Bool
  var callbackInMainThread: Bool
  /// The connection's own middleware, in the order of its use.
  private var ownMiddleware: [Middleware] = []
  /// The connection's own changes of its stages: a ``Transform`` of its model.
  var transform: (any Sendable)?
  var holder: ConnectionHolder
  var listeners: [any ConnectionListener]
  var responseListeners: [any ConnectionResponseListener]
  var errorListeners: [any ConnectionErrorListener]

  init(_ shared: ConnectionOptions.Shared) {
    self.shared = shared
    let options = shared.options
    isLogEnabled = options.isLogEnabled
    callbackInMainThread = options.callbackInMainThread
    holder = options.holder
    listeners = options.listeners
    responseListeners = options.responseListeners
    errorListeners = options.errorListeners
  }

  var options: ConnectionOptions { shared.options }

  /// Whether the stages are changed, by the options or by the connection's own.
  var isTransformed: Bool { transform != nil || shared.options.transform != nil }

  /// The servers for credentials of the options that name none: those of a target, or no server.
  var origins = Origins.unnamed

  /// The middleware of the options, without what the connection's own takes the place of, and then its own.
  var middleware: [Middleware] {
    let inherited = options.middleware
    let isBound = inherited.allSatisfy { $0.bind == nil }
    return (isBound ? inherited : inherited.map { $0.bound(to: origins) }).replaced(by: ownMiddleware)
  }

  /// Adds middleware of the connection's own; a credential that names no servers is for those given, or for the options'.
  mutating func use(_ middleware: [Middleware], for origins: Origins? = nil) {
    let origins = origins ?? options.baseURL.map { Origins(of: $0) } ?? .anyOrigin
    ownMiddleware += middleware.map { $0.bound(to: origins) }
  }
}

extension ConnectionSettings {
  /// The listeners as they stand now, the log first if it is on.
  var notifiedListeners: [any ConnectionListener] { isLogEnabled ? [ConnectionLogger.standard] + listeners : listeners }

  /// The response listeners as they stand now, the log first if it is on.
  var notifiedResponseListeners: [any ConnectionResponseListener] {
    isLogEnabled ? [ConnectionLogger.standard] + responseListeners : responseListeners
  }

  /// Whether an error listener might restart a call that fails, or hold it.
  var asksErrorListeners: Bool { errorListeners.contains { !($0 is any PassiveErrorListener) } }

  /// The error listeners as they stand now, the log first if it is on.
  var notifiedErrorListeners: [any ConnectionErrorListener] {
    isLogEnabled ? [ConnectionLogger.standard] + errorListeners : errorListeners
  }
}

extension ConnectionCore {
  /// Replaces a setting; what it held is released after the lock is left, since its `deinit` may use the connection.
  func replace<Setting: Sendable>(_ change: (inout ConnectionSettings) -> Setting) { _ = settings.withLock(change) }

  /// The connector; the configuration's, made when it is first asked for, unless one was set.
  var httpConnector: any HTTPConnector {
    let (connector, make) = settings.withLock { ($0.httpConnector, $0.options.httpConnector) }
    if let connector { return connector }
    let made = make()
    return settings.withLock { settings in
      let connector = settings.httpConnector ?? made
      settings.httpConnector = connector
      return connector
    }
  }

  /// The encoder; the configuration's, made when it is first asked for, unless one was set.
  var urlEncoder: any URLEncoder {
    let (encoder, make) = settings.withLock { ($0.urlEncoder, $0.options.urlEncoder) }
    if let encoder { return encoder }
    let made = make()
    return settings.withLock { settings in
      let encoder = settings.urlEncoder ?? made
      settings.urlEncoder = encoder
      return encoder
    }
  }

  var callbackInMainThread: Bool { settings.withLock { $0.callbackInMainThread } }
}
