/// The settings of a connection, whatever its model.
protocol SettableConnection: AnyObject {
  var httpConnector: any HTTPConnector { get set }
  var urlEncoder: any URLEncoder { get set }
  var isLogEnabled: Bool { get set }
  var callbackInMainThread: Bool { get set }
  var holder: ConnectionHolder { get set }
  var listeners: [any ConnectionListener] { get set }
  var responseListeners: [any ConnectionResponseListener] { get set }
  var errorListeners: [any ConnectionErrorListener] { get set }
}

extension Connection: SettableConnection {}

/// What a listener or a holder sets on a connection without knowing its model. A task that isn't a ``Connection`` keeps its own
/// settings: it has the defaults here, and setting them does nothing.
extension ConnectionTask {
  private var configurable: (any SettableConnection)? { self as? any SettableConnection }

  /// How the bytes travel: see ``Connection/httpConnector``.
  public var httpConnector: any HTTPConnector {
    get { configurable?.httpConnector ?? ConnectionConfig.shared.httpConnector() }
    set { configurable?.httpConnector = newValue }
  }

  /// How the query is encoded: see ``Connection/urlEncoder``.
  public var urlEncoder: any URLEncoder {
    get { configurable?.urlEncoder ?? DefaultURLEncoder() }
    set { configurable?.urlEncoder = newValue }
  }

  /// Whether the connection is logged, without secrets. `false` by default.
  public var isLogEnabled: Bool {
    get { configurable?.isLogEnabled ?? false }
    set { configurable?.isLogEnabled = newValue }
  }

  /// Whether success, failure, and the end come on the main thread: see ``Connection/callbackInMainThread``.
  public var callbackInMainThread: Bool {
    get { configurable?.callbackInMainThread ?? true }
    set { configurable?.callbackInMainThread = newValue }
  }

  /// What keeps the connection alive while it runs: see ``Connection/holder``.
  public var holder: ConnectionHolder {
    get { configurable?.holder ?? .shared }
    set { configurable?.holder = newValue }
  }

  /// The watchers of the beginning and the end, in the order they are told.
  public var listeners: [any ConnectionListener] {
    get { configurable?.listeners ?? [] }
    set { configurable?.listeners = newValue }
  }

  /// The watchers of responses, in the order they are asked.
  public var responseListeners: [any ConnectionResponseListener] {
    get { configurable?.responseListeners ?? [] }
    set { configurable?.responseListeners = newValue }
  }

  /// The watchers of failures, in the order they are told.
  public var errorListeners: [any ConnectionErrorListener] {
    get { configurable?.errorListeners ?? [] }
    set { configurable?.errorListeners = newValue }
  }
}
