/// What can be set on a connection.
struct ConnectionSettings: Sendable {
  let config: ConnectionConfig.Settings
  var httpConnector: (any HTTPConnector)?
  var urlEncoder: (any URLEncoder)?
  var isLogEnabled: Bool
  var callbackInMainThread: Bool
  var middleware: [Middleware]
  /// Whether the connection has changes of its stages.
  var isTransformed = false
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

extension ConnectionSettings {
  /// The listeners as they stand now, the log first if it is on.
  var heardListeners: [any ConnectionListener] { isLogEnabled ? [ConnectionLogger.standard] + listeners : listeners }

  /// The response listeners as they stand now, the log first if it is on.
  var heardResponseListeners: [any ConnectionResponseListener] {
    isLogEnabled ? [ConnectionLogger.standard] + responseListeners : responseListeners
  }

  /// The error listeners as they stand now, the log first if it is on.
  var heardErrorListeners: [any ConnectionErrorListener] {
    isLogEnabled ? [ConnectionLogger.standard] + errorListeners : errorListeners
  }
}

extension ConnectionCore {
  /// The connector; the configuration's, made when it is first asked for, unless one was set.
  var httpConnector: any HTTPConnector {
    let (connector, make) = settings.withLock { ($0.httpConnector, $0.config.httpConnector) }
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
    let (encoder, make) = settings.withLock { ($0.urlEncoder, $0.config.urlEncoder) }
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
