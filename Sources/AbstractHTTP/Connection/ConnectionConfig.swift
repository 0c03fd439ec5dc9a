/// The default settings of new connections. Changes don't affect existing connections.
///
/// ```swift
/// ConnectionConfig.shared.isLogEnabled = true
/// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
/// ```
public final class ConnectionConfig: Sendable {
  /// The configuration that ``Connection`` uses.
  public static let shared = ConnectionConfig()

  /// The version of this library, as sent in `User-Agent`.
  public static var libraryVersion: String { UserAgent.libraryVersion }

  private let state = Locked(ConnectionOptions.Shared(ConnectionOptions()))

  init() {}

  var shared: ConnectionOptions.Shared { state.withLock { $0 } }

  /// The default options of connections without a ``Client``.
  public var options: ConnectionOptions {
    get { shared.options }
    set { change { $0 = newValue } }
  }

  /// Creates the connector of a connection. Called once for each connection. Defaults to a ``DefaultHTTPConnector``.
  public var httpConnector: @Sendable () -> any HTTPConnector {
    get { options.httpConnector }
    set { change { $0.httpConnector = newValue } }
  }

  /// Creates the encoder of a connection's query. Called once for each connection. Defaults to a ``DefaultURLEncoder``.
  public var urlEncoder: @Sendable () -> any URLEncoder {
    get { options.urlEncoder }
    set { change { $0.urlEncoder = newValue } }
  }

  /// Whether connections are logged, without secrets. Defaults to `false`.
  public var isLogEnabled: Bool {
    get { options.isLogEnabled }
    set { change { $0.isLogEnabled = newValue } }
  }

  /// Whether results are delivered on the main thread. Defaults to `true`.
  public var callbackInMainThread: Bool {
    get { options.callbackInMainThread }
    set { change { $0.callbackInMainThread = newValue } }
  }

  /// Changes the stages of every connection, up to its validation. Defaults to `nil`.
  ///
  /// Called once for every run, and when the stages are printed, before a connection's own
  /// ``Connection/transform(_:)``.
  public var transform: (@Sendable (inout ExchangePipeline) -> Void)? {
    get { options.transform }
    set { change { $0.transform = newValue } }
  }

  /// The middleware of every connection. Defaults to none.
  public var middleware: [Middleware] {
    get { options.middleware }
    set { change { $0.middleware = newValue } }
  }

  /// Changes the options in one step.
  private func change(_ change: (inout ConnectionOptions) -> Void) {
    var (former, isChanged) = (shared, false)
    while !isChanged {
      var options = former.options
      change(&options)
      let new = ConnectionOptions.Shared(options)
      // NB: the former options hold the user's closures and listeners, which are released outside the lock.
      let present = state.withLock { state in
        let present = state
        if present === former { state = new }
        return present
      }
      isChanged = present === former
      former = present
    }
  }
}
