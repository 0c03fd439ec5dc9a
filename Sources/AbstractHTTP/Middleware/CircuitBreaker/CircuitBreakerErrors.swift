/// A request was not sent, since the circuit of its server is open.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, and `.retry` does not try again for it.
public struct CircuitOpen: Error, NotWorthRetrying, Hashable, CustomStringConvertible {
  /// The server's host and port: `example.com:443`; empty for a circuit that all servers share.
  public let host: String

  /// The time until the circuit is tried again; `nil` where it is being tried just now, or was isolated by hand.
  public let remaining: Duration?

  /// What is wrong, in words.
  public var description: String {
    "the circuit\(host.isEmpty ? "" : " of \(host)") is open" + (remaining.map { " for another \($0.text)" } ?? "")
  }
}
