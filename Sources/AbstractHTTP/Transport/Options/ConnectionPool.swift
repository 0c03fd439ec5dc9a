/// The limits of a connector's connections, and how long they are kept.
///
/// ```swift
/// connector.pool = ConnectionPool(connectionsPerHost: 6, idleTime: .seconds(30))
/// ```
///
/// Connectors with equal settings share their connections. On Apple's systems, only `connectionsPerHost` can be set.
public struct ConnectionPool: Sendable, Hashable {
  /// The version of HTTP to use.
  public enum Version: Sendable, Hashable {
    /// HTTP/2 if the server offers it over TLS, and HTTP/1.1 otherwise.
    case automatic
    /// HTTP/1.1.
    case http1
    /// HTTP/2, without negotiating it with the server (RFC 9113 §3.3).
    case http2PriorKnowledge
  }

  /// The maximum number of exchanges in flight with one server. Further exchanges wait, and their timeouts start after
  /// the wait. `nil`, the default, stands for 256 on Linux and 64 on Apple's systems.
  ///
  /// Over HTTP/1.1, each exchange needs a connection. Over HTTP/2, they share one.
  public var connectionsPerHost: Int?

  /// The maximum number of connections, including idle ones. `nil`, the default, stands for half the number of
  /// descriptors that the process may open, and at most 10,000. Connectors with different settings are counted
  /// separately.
  public var totalConnections: Int?

  /// How long an idle connection can be reused. `nil`, the default, stands for about two minutes.
  public var idleTime: Duration?

  /// The HTTP version. Defaults to `.automatic`.
  public var httpVersion: Version

  /// Creates the limits of a connection pool.
  public init(
    connectionsPerHost: Int? = nil,
    totalConnections: Int? = nil,
    idleTime: Duration? = nil,
    httpVersion: Version = .automatic
  ) {
    self.connectionsPerHost = connectionsPerHost
    self.totalConnections = totalConnections
    self.idleTime = idleTime
    self.httpVersion = httpVersion
  }

  func check() throws(TransferRefusal) {
    for count in [connectionsPerHost, totalConnections] {
      if let count, count < 1 { throw .invalidOption("pool", "\(count) connections are too few") }
    }
    if let idleTime, idleTime < .zero { throw .invalidOption("pool", "an idle time can't be negative") }
  }
}

/// The engine that performs the exchanges of a ``DefaultHTTPConnector``.
public enum TransportEngine: Sendable, Hashable {
  /// `URLSession` on Apple's systems; libcurl on Linux, or `URLSession` if libcurl can't be loaded.
  case automatic
  /// libcurl, on Linux only.
  case libcurl
  /// `URLSession`. On Linux, prefer libcurl: <doc:WhatYouCanRelyOn>.
  case urlSession
}
