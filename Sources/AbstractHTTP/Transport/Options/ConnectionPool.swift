/// How many connections a connector uses, and how long it keeps them.
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
    /// HTTP/2, without asking the server whether it knows it (RFC 9113 §3.3).
    case http2PriorKnowledge
  }

  /// How many exchanges with one server are on the wire at once; the rest wait, and their timeouts with them. `nil`, the
  /// default, stands for 256 on Linux and 64 on Apple's systems.
  ///
  /// Over HTTP/1.1 each needs a connection. Over HTTP/2 they share one.
  public var connectionsPerHost: Int?

  /// How many connections there are at most, idle ones included. `nil`, the default, stands for half as many as the process may
  /// open descriptors, at most 10,000. Connectors with other settings count by themselves.
  public var totalConnections: Int?

  /// How long an idle connection may be used again. `nil`, the default, stands for about two minutes.
  public var idleTime: Duration?

  /// The version of HTTP. `.automatic` by default.
  public var httpVersion: Version

  /// Creates limits.
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

/// What carries the exchanges of a ``DefaultHTTPConnector``.
public enum TransportEngine: Sendable, Hashable {
  /// `URLSession` on Apple's systems; libcurl on Linux, or `URLSession` if libcurl can't be loaded.
  case automatic
  /// libcurl, on Linux only.
  case libcurl
  /// `URLSession`. On Linux, prefer libcurl: <doc:WhatYouCanRelyOn>.
  case urlSession
}
