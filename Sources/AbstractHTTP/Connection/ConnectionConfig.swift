/// What new connections start with. Those that exist keep what they have.
///
/// ```swift
/// ConnectionConfig.shared.isLogEnabled = true
/// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
/// ```
public final class ConnectionConfig: Sendable {
  /// The one that ``Connection`` reads.
  public static let shared = ConnectionConfig()

  struct Settings: Sendable {
    var httpConnector: @Sendable () -> any HTTPConnector = { DefaultHTTPConnector() }
    var urlEncoder: @Sendable () -> any URLEncoder = { DefaultURLEncoder() }
    var isLogEnabled = false
    var callbackInMainThread = true
    var middleware: [Middleware] = []
    var transform: (@Sendable (inout ExchangePipeline) -> Void)?
  }

  private let state = Locked(Settings())

  init() {}

  var settings: Settings { state.withLock { $0 } }

  /// Makes the connector of a connection, called once for each; a ``DefaultHTTPConnector`` by default.
  public var httpConnector: @Sendable () -> any HTTPConnector {
    get { settings.httpConnector }
    set { state.withLock { $0.httpConnector = newValue } }
  }

  /// Makes the encoder of a connection's query, called once for each; a ``DefaultURLEncoder`` by default.
  public var urlEncoder: @Sendable () -> any URLEncoder {
    get { settings.urlEncoder }
    set { state.withLock { $0.urlEncoder = newValue } }
  }

  /// Whether connections are logged, without secrets. `false` by default.
  public var isLogEnabled: Bool {
    get { settings.isLogEnabled }
    set { state.withLock { $0.isLogEnabled = newValue } }
  }

  /// Whether results come on the main thread. `true` by default.
  public var callbackInMainThread: Bool {
    get { settings.callbackInMainThread }
    set { state.withLock { $0.callbackInMainThread = newValue } }
  }

  /// Changes the stages of every connection, up to its validation. `nil` by default.
  ///
  /// Called once for every run, and to print the stages. A connection's own ``Connection/transform(_:)`` comes after.
  public var transform: (@Sendable (inout ExchangePipeline) -> Void)? {
    get { settings.transform }
    set { state.withLock { $0.transform = newValue } }
  }

  /// The middleware of every connection. None by default.
  public var middleware: [Middleware] {
    get { settings.middleware }
    set { state.withLock { $0.middleware = newValue } }
  }
}
