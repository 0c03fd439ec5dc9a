extension DefaultHTTPConnector {
  /// Everything of the library. `URLSession` can't send request trailers, and on Linux none of the settings below that it has no way
  /// to honor; such a request fails with ``TransferRefusal``.
  public var capabilities: ConnectorCapabilities { Self.everything }

  private static let everything: ConnectorCapabilities = [
    .requestTrailers, .cookieFlag, .option(TLSSettings.self), .option(ProxySettings.self),
    .option(RedirectPolicy.self), .option(ConnectTimeout.self), .option(ResponseSizeLimit.self),
  ]

  /// What carries the exchanges. `.automatic` by default; one that the system doesn't have fails each exchange with
  /// ``TransferRefusal``.
  public var engine: TransportEngine {
    get { engineSettings.kind }
    set { change { $0.changeEngine { $0.kind = newValue } } }
  }

  /// Whom connections trust, and as whom they present themselves. The system's authorities and TLS 1.2 by default.
  ///
  /// ```swift
  /// connector.tls.pins = ["api.example.com": [try PublicKeyPin(certificatePEM: text)]]
  /// ```
  ///
  /// A request's own ``TLSSettings`` take its place: ``RequestOption``.
  public var tls: TLSSettings {
    get { engineSettings.tls }
    set { change { $0.changeEngine { $0.tls = newValue } } }
  }

  /// Which proxy exchanges go through. The system's by default.
  public var proxy: ProxySettings {
    get { engineSettings.proxy }
    set { change { $0.changeEngine { $0.proxy = newValue } } }
  }

  /// The addresses of hosts, which take the place of the system's name resolution. None by default.
  ///
  /// ```swift
  /// connector.addresses = ["api.example.com": ["127.0.0.1", "::1"]]
  /// ```
  ///
  /// The first address that accepts the connection is used. The server's certificate must still be that of the host. A proxy looks
  /// names up by itself. On Linux only.
  public var addresses: [String: [String]] {
    get { engineSettings.addresses }
    set { change { $0.changeEngine { $0.addresses = newValue } } }
  }

  /// The path of a Unix socket that all exchanges go through, whatever the host of their URLs. `nil` by default.
  ///
  /// ```swift
  /// connector.socketPath = "/var/run/docker.sock"
  /// let info = try await HTTP("http://localhost/info").httpConnector(connector).fetchJSON().value
  /// ```
  ///
  /// No proxy is used, and redirects stay in the socket. On Linux only.
  public var socketPath: String? {
    get { engineSettings.socketPath }
    set { change { $0.changeEngine { $0.socketPath = newValue } } }
  }

  /// How many connections there are, and how long they are kept.
  public var pool: ConnectionPool {
    get { engineSettings.pool }
    set { change { $0.changeEngine { $0.pool = newValue } } }
  }

  /// For how long the transport may look a server up and connect to it, TLS included, before the exchange fails with
  /// `URLError.timedOut`. `nil`, the default, leaves it to ``timeoutInterval``.
  ///
  /// With libcurl only. Zero and less fail each exchange with ``TransferRefusal``.
  public var connectTimeout: Duration? {
    get { settings.connectTimeout }
    set { change { $0.connectTimeout = newValue } }
  }

  /// Which redirects are followed; 20 of any kind by default.
  public var redirectPolicy: RedirectPolicy {
    get { settings.redirectPolicy }
    set { change { $0.redirectPolicy = newValue } }
  }

  /// Closes the connections that no exchange uses, of all connectors with the same ``engine``, ``tls``, ``proxy``, ``addresses``,
  /// ``socketPath``, and ``pool``.
  ///
  /// Exchanges that are under way go on, and their connections close when the last of them ends. Later ones open new connections.
  /// Call it after a change of the network, for example.
  public func closeIdleConnections() { (settings.engine ?? .standard).drop() }

  private var engineSettings: EngineSettings { settings.engine?.settings ?? EngineSettings() }
}
