import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Security
#endif

extension EngineSettings {
  /// Rejects settings that `URLSession` can't honor. On Linux, it can't honor any.
  func checkForSession() throws(TransferRefusal) {
    #if canImport(FoundationNetworking)
      let name = "URLSession on Linux"
      let needs = [
        ("tls", tls != TLSSettings()), ("proxy", proxy != .system), ("addresses", !addresses.isEmpty),
        ("socketPath", socketPath != nil), ("pool", pool != ConnectionPool()),
      ]
    #else
      let name = "URLSession"
      let others = ConnectionPool(connectionsPerHost: pool.connectionsPerHost)
      let needs = [
        ("addresses", !addresses.isEmpty), ("socketPath", socketPath != nil), ("the pool's limits", pool != others),
        ("a client certificate in PEM", tls.identity?.isPEM == true),
      ]
    #endif
    for (need, isNeeded) in needs where isNeeded { throw .unsupported(need, by: name) }
  }
}

extension ClientIdentity {
  fileprivate var isPEM: Bool {
    if case .pem = source { return true }
    return false
  }
}

extension WireRequest {
  /// The reason why `URLSession` can't send the request; `nil` if it can.
  var refusalOfSession: TransferRefusal? {
    if trailers != nil { return .trailers }
    return connectTimeout == nil ? nil : .unsupported("a connect timeout", by: "URLSession")
  }
}

extension URLSessionConfiguration {
  /// Applies the settings that aren't decided by a challenge.
  func apply(_ settings: EngineSettings) {
    if let count = settings.pool.connectionsPerHost { httpMaximumConnectionsPerHost = count }
    #if !canImport(FoundationNetworking)
      let versions: [TLSSettings.Version: tls_protocol_version_t] = [.tls12: .TLSv12, .tls13: .TLSv13]
      if let minimum = versions[settings.tls.minimumVersion],
        minimum.rawValue > tlsMinimumSupportedProtocolVersion.rawValue
      {
        tlsMinimumSupportedProtocolVersion = minimum
      }
      if let maximum = settings.tls.maximumVersion.flatMap({ versions[$0] }) {
        tlsMaximumSupportedProtocolVersion = maximum
      }
      apply(settings.proxy)
    #endif
  }

  #if !canImport(FoundationNetworking)
    private func apply(_ proxy: ProxySettings) {
      switch proxy.kind {
      case .system: return
      case .none:
        let kinds = ["HTTPEnable", "HTTPSEnable", "SOCKSEnable", "ProxyAutoConfigEnable", "ProxyAutoDiscoveryEnable"]
        connectionProxyDictionary = Dictionary(uniqueKeysWithValues: kinds.map { (AnyHashable($0), 0) })
      case .http, .socks5:
        // NB: the keys are given by name, because those for HTTPS and SOCKS are declared only on macOS.
        let kinds = proxy.kind == .http ? ["HTTP", "HTTPS"] : ["SOCKS"]
        var dictionary: [AnyHashable: Any] = ["ExceptionsList": Array(proxy.exclusions)]
        for kind in kinds {
          dictionary["\(kind)Enable"] = 1
          dictionary["\(kind)Proxy"] = proxy.host
          dictionary["\(kind)Port"] = proxy.port
        }
        connectionProxyDictionary = dictionary
      }
    }
  #endif
}
