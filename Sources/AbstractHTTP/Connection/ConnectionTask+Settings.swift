/// The settings of a connection, independent of its model.
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

/// Settings that a listener or a holder can change without knowing the connection's model. A task that isn't a
/// ``Connection`` keeps its own settings: these return the defaults, and setting them does nothing.
extension ConnectionTask {
  private var configurable: (any SettableConnection)? { self as? any SettableConnection }

  /// The connector that sends the request: see ``Connection/httpConnector``.
  public var httpConnector: any HTTPConnector {
    get { configurable?.httpConnector ?? ConnectionConfig.shared.httpConnector() }
    set { configurable?.httpConnector = newValue }
  }

  /// The encoder of the query: see ``Connection/urlEncoder``.
  public var urlEncoder: any URLEncoder {
    get { configurable?.urlEncoder ?? DefaultURLEncoder() }
    set { configurable?.urlEncoder = newValue }
  }

  /// Whether the connection is logged, without secrets. Defaults to `false`.
  public var isLogEnabled: Bool {
    get { configurable?.isLogEnabled ?? false }
    set { configurable?.isLogEnabled = newValue }
  }

  /// Whether success, failure, and the end are delivered on the main thread: see ``Connection/callbackInMainThread``.
  public var callbackInMainThread: Bool {
    get { configurable?.callbackInMainThread ?? true }
    set { configurable?.callbackInMainThread = newValue }
  }

  /// The holder that keeps the connection alive while it runs: see ``Connection/holder``.
  public var holder: ConnectionHolder {
    get { configurable?.holder ?? .shared }
    set { configurable?.holder = newValue }
  }

  /// The listeners for the start and the end of calls, in the order in which they are called.
  public var listeners: [any ConnectionListener] {
    get { configurable?.listeners ?? [] }
    set { configurable?.listeners = newValue }
  }

  /// The listeners for responses, in the order in which they are called.
  public var responseListeners: [any ConnectionResponseListener] {
    get { configurable?.responseListeners ?? [] }
    set { configurable?.responseListeners = newValue }
  }

  /// The listeners for failures, in the order in which they are called.
  public var errorListeners: [any ConnectionErrorListener] {
    get { configurable?.errorListeners ?? [] }
    set { configurable?.errorListeners = newValue }
  }
}
