/// What new connections start with. Those that exist keep what they have.
///
/// ```swift
/// ConnectionConfig.shared.isLogEnabled = true
/// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
/// ```
public final class ConnectionConfig: Sendable {
  /// The one that ``Connection`` reads.
  public static let shared = ConnectionConfig()

  /// The version of this library, as `User-Agent` names it.
  public static var libraryVersion: String { UserAgent.libraryVersion }

  private let state = Locked(ConnectionOptions.Shared(ConnectionOptions()))

  init() {}

  var shared: ConnectionOptions.Shared { state.withLock { $0 } }

  /// The options that connections without a ``Client`` start with.
  public var options: ConnectionOptions {
    get { shared.options }
    set { change { $0 = newValue } }
  }

  /// Makes the connector of a connection, called once for each; a ``DefaultHTTPConnector`` by default.
  public var httpConnector: @Sendable () -> any HTTPConnector {
    get { options.httpConnector }
    set { change { $0.httpConnector = newValue } }
  }

  /// Makes the encoder of a connection's query, called once for each; a ``DefaultURLEncoder`` by default.
  public var urlEncoder: @Sendable () -> any URLEncoder {
    get { options.urlEncoder }
    set { change { $0.urlEncoder = newValue } }
  }

  /// Whether connections are logged, without secrets. `false` by default.
  public var isLogEnabled: Bool {
    get { options.isLogEnabled }
    set { change { $0.isLogEnabled = newValue } }
  }

  /// Whether results come on the main thread. `true` by default.
  public var callbackInMainThread: Bool {
    get { options.callbackInMainThread }
    set { change { $0.callbackInMainThread = newValue } }
  }

  /// Changes the stages of every connection, up to its validation. `nil` by default.
  ///
  /// Called once for every run, and to print the stages. A connection's own ``Connection/transform(_:)`` comes after.
  public var transform: (@Sendable (inout ExchangePipeline) -> Void)? {
    get { options.transform }
    set { change { $0.transform = newValue } }
  }

  /// The middleware of every connection. None by default.
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
