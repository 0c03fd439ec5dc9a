/// The loopback address that a server listens on.
public enum LoopbackHost: Sendable, Hashable, CaseIterable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`, which stands in brackets in a URL: `http://[::1]:8080/`.
  case ipv6

  /// The address as it stands in a URL.
  var urlText: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}
