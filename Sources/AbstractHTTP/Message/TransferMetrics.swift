/// How long each phase of a transfer took, and which connection it used.
///
/// The phases follow one another, and add up to ``total``. A phase that didn't take place is `nil`: a reused connection has no
/// ``nameLookup``, ``connect`` and ``secureConnect``. So is a phase that didn't end, because the transfer failed before.
///
/// ```swift
/// connection.use(.observe { event in
///   if case .metrics(let attempt, let metrics) = event.kind { print(attempt, metrics) }
/// })
/// // 1 dns 3 ms, connect 12 ms, tls 25 ms, send 0.1 ms, wait 80 ms, receive 4 ms; HTTP/2, TLSv1.3, 192.0.2.1:443
/// ```
///
/// Metrics are measured only if `.observe`, `.trace` or `.record` wants them, or the request does: see ``Request/isMeasured``.
/// A redirect that is followed is a transfer with its own metrics, and so is each attempt of a retry.
public struct TransferMetrics: Sendable, Hashable {
  /// How many bytes traveled in one direction.
  public struct ByteCount: Sendable, Hashable {
    /// The first line and the headers, before HTTP/2 compresses them.
    public var head: Int64
    /// The body as it was on the wire: compressed, and without the framing of chunks.
    public var body: Int64

    /// Creates a count.
    public init(head: Int64 = 0, body: Int64 = 0) { (self.head, self.body) = (head, body) }
  }

  /// The wait for a connection: in the queue of the connector, or until another transfer had opened one.
  public var queue: Duration?
  /// The lookup of the host's address (DNS).
  public var nameLookup: Duration?
  /// The opening of the connection, without ``secureConnect``.
  public var connect: Duration?
  /// The TLS handshake.
  public var secureConnect: Duration?
  /// From the connection's readiness until the last byte of the request was handed to it.
  public var send: Duration?
  /// From the end of the request to the first byte of the response.
  public var wait: Duration?
  /// From the first byte of the response to the last.
  ///
  /// It's `nil` in the ``Response/metrics`` of a streamed response, which come at its head.
  public var receive: Duration?
  /// From the handing over of the request to the connector's engine until the end; until the head in the ``Response/metrics`` of a
  /// streamed response.
  public var total: Duration

  /// The version of HTTP, such as `HTTP/1.1` and `HTTP/2`; `nil` if no response came.
  public var protocolVersion: String?
  /// The version of TLS, such as `TLSv1.3`; `nil` without TLS, and if it isn't known.
  public var tlsVersion: String?
  /// Whether the request used a connection that was open already; `nil` if it got none.
  public var isReused: Bool?
  /// The IP address of the server, or of the proxy.
  public var remoteAddress: String?
  /// The port of the server, or of the proxy.
  public var remotePort: Int?
  /// The bytes of the request; `nil` if the engine doesn't count them.
  public var sent: ByteCount?
  /// The bytes of the response; `nil` if the engine doesn't count them.
  public var received: ByteCount?

  /// Creates metrics without phases; set those that are known.
  public init(total: Duration = .zero) { self.total = total }

  /// From the beginning to the first byte of the response; `nil` if none came.
  public var timeToFirstByte: Duration? { wait.map { _ in total - (receive ?? .zero) } }
}

extension TransferMetrics {
  /// The phases that took place, in order, by the names that tools have for them.
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

  /// What is known of the connection.
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
