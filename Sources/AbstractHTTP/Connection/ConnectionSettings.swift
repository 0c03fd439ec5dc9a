/// The settings of a connection.
struct ConnectionSettings: Sendable {
  let shared: ConnectionOptions.Shared
  var httpConnector: (any HTTPConnector)?
  var urlEncoder: (any URLEncoder)?
  var isLogEnabled: Bool
  var callbackInMainThread: Bool
  /// The connection's own middleware, in the order in which it was added.
  private var ownMiddleware: [Middleware] = []
  /// The changes to the connection's stages: a ``Transform`` for its model.
  var transform: (any Sendable)?
  var holder: ConnectionHolder
  var listeners: [any ConnectionListener]
  var responseListeners: [any ConnectionResponseListener]
  var errorListeners: [any ConnectionErrorListener]

  init(_ shared: ConnectionOptions.Shared) {
    self.shared = shared
    isLogEnabled = shared.options.isLogEnabled
    callbackInMainThread = shared.options.callbackInMainThread
    holder = shared.options.holder
    listeners = shared.options.listeners
    responseListeners = shared.options.responseListeners
    errorListeners = shared.options.errorListeners
  }

  /// Whether the options or the connection change the stages.
  var isTransformed: Bool { transform != nil || shared.options.transform != nil }

  /// The servers for the options' credentials that name none: a target's servers, or none, also if no credential needs
  /// them.
  var origins = Origins.unnamed

  /// The options' middleware, except that which the connection's own replaces, followed by the connection's own.
  var middleware: [Middleware] {
    let inherited = shared.options.middleware
    return (inherited.areBound ? inherited : inherited.map { $0.bound(to: origins) }).replaced(by: ownMiddleware)
  }

  /// The parts of the middleware, outermost first.
  var middlewareParts: [Middleware.Part] {
    if ownMiddleware.isEmpty, let parts = shared.middlewareParts { return parts }
    return middleware.partsInOrder
  }

  /// Adds middleware to the connection. A credential without servers is for the given ones, or for the options'
  /// servers.
  mutating func use(_ middleware: [Middleware], for origins: Origins? = nil) {
    guard !middleware.areBound else { return ownMiddleware += middleware }
    let origins = origins ?? shared.options.baseURL.map { Origins(of: $0) } ?? .anyOrigin
    ownMiddleware += middleware.map { $0.bound(to: origins) }
  }
}

extension ConnectionSettings {
  /// The current listeners, preceded by the log if it is on.
  var notifiedListeners: [any ConnectionListener] { isLogEnabled ? [ConnectionLogger.standard] + listeners : listeners }

  /// The current response listeners, preceded by the log if it is on.
  var notifiedResponseListeners: [any ConnectionResponseListener] {
    isLogEnabled ? [ConnectionLogger.standard] + responseListeners : responseListeners
  }

  /// Whether an error listener might restart or hold a failing call.
  var asksErrorListeners: Bool { errorListeners.contains { !($0 is any PassiveErrorListener) } }

  /// The current error listeners, preceded by the log if it is on.
  var notifiedErrorListeners: [any ConnectionErrorListener] {
    isLogEnabled ? [ConnectionLogger.standard] + errorListeners : errorListeners
  }
}

extension ConnectionCore {
  /// Replaces a setting. The former value is released after the lock is released, because its `deinit` may use the
  /// connection.
  func replace<Setting: Sendable>(_ change: (inout ConnectionSettings) -> Setting) { _ = settings.withLock(change) }

  /// The connector: the one that was set, otherwise the one that the configuration creates on first use.
  var httpConnector: any HTTPConnector {
    let (connector, make) = settings.withLock { ($0.httpConnector, $0.shared.options.httpConnector) }
    if let connector { return connector }
    let made = make()
    return settings.withLock { settings in
      let connector = settings.httpConnector ?? made
      settings.httpConnector = connector
      return connector
    }
  }

  /// The encoder: the one that was set, otherwise the one that the configuration creates on first use.
  var urlEncoder: any URLEncoder {
    let (encoder, make) = settings.withLock { ($0.urlEncoder, $0.shared.options.urlEncoder) }
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
