/// How long each phase of a transfer took, and which connection it used.
///
/// The phases follow one another, and add up to ``total``. A phase that didn't take place is `nil`: a reused connection
/// has no ``nameLookup``, ``connect``, and ``secureConnect``. A phase is also `nil` if the transfer failed before it
/// ended.
///
/// ```swift
/// connection.use(.observe { event in
///   if case .metrics(let attempt, let metrics) = event.kind { print(attempt, metrics) }
/// })
/// // 1 dns 3 ms, connect 12 ms, tls 25 ms, send 0.1 ms, wait 80 ms, receive 4 ms; HTTP/2, TLSv1.3, 192.0.2.1:443
/// ```
///
/// Metrics are measured only if `.observe`, `.trace`, or `.record` is in use, or the request enables
/// ``Request/isMeasured``. Each followed redirect is a transfer with separate metrics, and so is each retry attempt.
public struct TransferMetrics: Sendable, Hashable {
  /// The number of bytes transferred in one direction.
  public struct ByteCount: Sendable, Hashable {
    /// The first line and the headers, before HTTP/2 compresses them.
    public var head: Int64
    /// The body as transferred: compressed, and without the framing of chunks.
    public var body: Int64

    /// Creates a count.
    public init(head: Int64 = 0, body: Int64 = 0) { (self.head, self.body) = (head, body) }
  }

  /// The time spent waiting for a connection: in the connector's queue, or until another transfer had opened one.
  public var queue: Duration?
  /// The time to look up the host's address (DNS).
  public var nameLookup: Duration?
  /// The time to open the connection, without ``secureConnect``.
  public var connect: Duration?
  /// The duration of the TLS handshake.
  public var secureConnect: Duration?
  /// The time to send the request: from the connection's readiness until it has received the last byte.
  public var send: Duration?
  /// The time from the end of the request to the first byte of the response.
  public var wait: Duration?
  /// The time from the first byte of the response to the last.
  ///
  /// It is `nil` in the ``Response/metrics`` of a streamed response, which are available with its head.
  public var receive: Duration?
  /// The time from passing the request to the connector's engine until the end. In the ``Response/metrics`` of a
  /// streamed response, until the head.
  public var total: Duration

  /// The HTTP version, such as `HTTP/1.1` and `HTTP/2`; `nil` if no response arrived.
  public var protocolVersion: String?
  /// The TLS version, such as `TLSv1.3`; `nil` without TLS, or if it isn't known.
  public var tlsVersion: String?
  /// Whether the request reused an open connection; `nil` if it got no connection.
  public var isReused: Bool?
  /// The IP address of the server, or of the proxy.
  public var remoteAddress: String?
  /// The port of the server, or of the proxy.
  public var remotePort: Int?
  /// The bytes of the request; `nil` if the engine doesn't count them.
  public var sent: ByteCount?
  /// The bytes of the response; `nil` if the engine doesn't count them.
  public var received: ByteCount?

  /// Creates metrics without phases. Set the phases that are known.
  public init(total: Duration = .zero) { self.total = total }

  /// The time from the start to the first byte of the response; `nil` if none arrived.
  public var timeToFirstByte: Duration? { wait.map { _ in total - (receive ?? .zero) } }
}

extension TransferMetrics {
  /// The phases that took place, in order, with the names that common tools use.
  var phases: [(name: String, duration: Duration)] {
    let all = [
      ("queue", queue), ("dns", nameLookup), ("connect", connect), ("tls", secureConnect), ("send", send),
      ("wait", wait), ("receive", receive),
    ]
    return all.compactMap { name, duration in duration.map { (name, $0) } }
  }

  /// The address and the port of the server.
  var remote: String? {
    let address = remoteAddress.map { $0.contains(":") ? "[\($0)]" : $0 }
    return address.map { address in remotePort.map { "\(address):\($0)" } ?? address }
  }

  /// The known properties of the connection.
  fileprivate var connection: [String] {
    [protocolVersion, tlsVersion, remote, isReused == true ? "reused" : nil].compactMap(\.self)
  }
}

extension TransferMetrics: CustomStringConvertible {
  /// The phases that took place, and the connection.
  public var description: String {
    let phases = phases.isEmpty ? [("total", total)] : phases
    let times = phases.map { "\($0.0) \($0.1.brief)" }.joined(separator: ", ")
    return ([times] + (connection.isEmpty ? [] : [connection.joined(separator: ", ")])).joined(separator: "; ")
  }
}
