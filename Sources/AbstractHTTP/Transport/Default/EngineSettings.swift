/// The settings that determine which connections an exchange may use. Each engine has its own settings and connections.
struct EngineSettings: Sendable, Hashable {
  var kind = TransportEngine.automatic
  var tls = TLSSettings()
  var proxy = ProxySettings.system
  var addresses: [String: [String]] = [:]
  private var exactSocketPath: ExactText?
  var socketPath: String? {
    get { exactSocketPath?.text }
    set { exactSocketPath = newValue.map(ExactText.init) }
  }
  var sessionSetup: URLSessionSetup?
  var pool = ConnectionPool()

  /// The maximum length of a Unix socket's path (`sun_path`), in bytes, without the terminating zero.
  private static let socketPathLimit = 103

  func check() throws(TransferRefusal) {
    try tls.check()
    try proxy.check()
    try pool.check()
    for (host, addresses) in addresses {
      guard HostPattern.isValid(host, allowsWildcard: false), !addresses.isEmpty else {
        throw .invalidOption("addresses", "\(host.debugDescription) is no host, or has no address")
      }
      for address in addresses where !SocketAddress.isIPv4(address) && !SocketAddress.isIPv6(address) {
        throw .invalidOption("addresses", "\(address.debugDescription) is no address")
      }
    }
    guard let socketPath else { return }
    guard !socketPath.isEmpty, socketPath.utf8.count <= Self.socketPathLimit, !socketPath.utf8.contains(0) else {
      throw .invalidOption("socketPath", "it is empty, longer than \(Self.socketPathLimit) bytes, or has a zero in it")
    }
  }

  /// The addresses of a host; `nil` if the system looks them up.
  func addresses(of host: String) -> [String]? {
    guard !addresses.isEmpty else { return nil }
    let host = HostPattern.normalized(host)
    return addresses.first { HostPattern.normalized($0.key) == host }?.value
  }
}
