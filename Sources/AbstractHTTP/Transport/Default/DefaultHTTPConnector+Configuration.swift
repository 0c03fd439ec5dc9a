extension DefaultHTTPConnector {
  /// All capabilities that the library defines, except ``ConnectorCapability/duplex`` with `URLSession`, which receives
  /// a written body whole. `URLSession` also can't send request trailers and, on Linux, can't honor some of the settings
  /// below. A request that needs them fails with ``TransferRefusal``.
  public var capabilities: ConnectorCapabilities {
    (try? transferEngine(for: settings.engine)) is URLSessionEngine ? Self.ofURLSession : Self.everything
  }

  private static let ofURLSession = ConnectorCapabilities(shared)
  private static let everything = ConnectorCapabilities(shared + [.duplex])

  private static let shared: [ConnectorCapability] = [
    .requestTrailers, .unknownLength, .streaming, .cookieFlag, .option(TLSSettings.self),
    .option(ProxySettings.self), .option(RedirectPolicy.self), .option(ConnectTimeout.self),
    .option(ResponseSizeLimit.self), .option(UnixSocket.self),
  ]

  /// The engine that performs the exchanges. Defaults to `.automatic`. If the system doesn't have the engine, each
  /// exchange fails with ``TransferRefusal``.
  public var engine: TransportEngine {
    get { engineSettings.kind }
    set { change { $0.changeEngine { $0.kind = newValue } } }
  }

  /// The TLS settings: trusted authorities, pins, and the client's identity. Defaults to the system's authorities and
  /// TLS 1.2.
  ///
  /// ```swift
  /// connector.tls.pins = ["api.example.com": [try PublicKeyPin(certificatePEM: text)]]
  /// ```
  ///
  /// A request can override them with the option ``TLSSettings``: see ``RequestOption``.
  public var tls: TLSSettings {
    get { engineSettings.tls }
    set { change { $0.changeEngine { $0.tls = newValue } } }
  }

  /// The proxy for exchanges. Defaults to the system's.
  public var proxy: ProxySettings {
    get { engineSettings.proxy }
    set { change { $0.changeEngine { $0.proxy = newValue } } }
  }

  /// The addresses of hosts, in place of DNS lookups. Empty by default.
  ///
  /// ```swift
  /// connector.addresses = ["api.example.com": ["127.0.0.1", "::1"]]
  /// ```
  ///
  /// The first address that accepts the connection is used. The server's certificate must still match the host. A proxy
  /// looks up names by itself. Available on Linux only.
  public var addresses: [String: [String]] {
    get { engineSettings.addresses }
    set { change { $0.changeEngine { $0.addresses = newValue } } }
  }

  /// The path of a Unix socket to use for all exchanges, regardless of the host in their URLs. Defaults to `nil`.
  ///
  /// ```swift
  /// connector.socketPath = "/var/run/docker.sock"
  /// let info = try await HTTP("http://localhost/info").httpConnector(connector).fetchJSON().value
  /// ```
  ///
  /// No proxy is used, and redirects also use the socket. Available on Linux only. For one request, use the option
  /// ``UnixSocket``.
  public var socketPath: String? {
    get { engineSettings.socketPath }
    set { change { $0.changeEngine { $0.socketPath = newValue } } }
  }

  /// Changes the `URLSessionConfiguration` of the engine `URLSession`, for settings that only Apple's systems have, such
  /// as `allowsCellularAccess`. Defaults to `nil`.
  ///
  /// ```swift
  /// connector.sessionSetup = URLSessionSetup { $0.allowsCellularAccess = false }
  /// ```
  ///
  /// With another engine, such as libcurl, each exchange fails with ``TransferRefusal``.
  public var sessionSetup: URLSessionSetup? {
    get { engineSettings.sessionSetup }
    set { change { $0.changeEngine { $0.sessionSetup = newValue } } }
  }

  /// The number of connections, and how long idle connections are kept.
  public var pool: ConnectionPool {
    get { engineSettings.pool }
    set { change { $0.changeEngine { $0.pool = newValue } } }
  }

  /// The time limit for looking up a server and connecting to it, including TLS. After it, the exchange fails with
  /// `URLError.timedOut`. With `nil`, the default, only ``timeoutInterval`` applies.
  ///
  /// Available with libcurl only. If the limit isn't positive, each exchange fails with ``TransferRefusal``.
  public var connectTimeout: Duration? {
    get { settings.connectTimeout }
    set { change { $0.connectTimeout = newValue } }
  }

  /// The policy that decides which redirects are followed. Follows up to 20 redirects by default.
  public var redirectPolicy: RedirectPolicy {
    get { settings.redirectPolicy }
    set { change { $0.redirectPolicy = newValue } }
  }

  /// Closes the idle connections of all connectors with the same ``engine``, ``tls``, ``proxy``, ``addresses``,
  /// ``socketPath``, ``sessionSetup``, and ``pool``.
  ///
  /// Exchanges in flight continue, and their connections close when the last of them ends. Later exchanges open new
  /// connections. Call this method after a network change, for example.
  public func closeIdleConnections() { (settings.engine ?? .standard).drop() }

  private var engineSettings: EngineSettings { settings.engine?.settings ?? EngineSettings() }
}
