#if os(Linux)
  import CLibcurl
  import Foundation

  /// The options of a transfer that differ from the default settings.
  extension CurlHandle {
    /// Sets the time limit for connecting if it differs from the previous one.
    func setConnectTimeout(_ limit: Duration?) {
      guard limit != connectTimeout else { return }
      connectTimeout = limit
      let milliseconds = limit.map { limit in
        let (seconds, attoseconds) = limit.components
        // NB: 0 stands for libcurl's default limit.
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
      }
      _ = libcurl_set_number(easy, LIBCURL_CONNECTTIMEOUT_MS, min(milliseconds ?? 0, Int(Int32.max)))
    }

    /// - Returns: The reason why libcurl can't honor the settings.
    func configure(_ configuration: CurlConfiguration, for request: WireRequest) -> TransferRefusal? {
      do throws(TransferRefusal) {
        let host = request.address.host
        if !isConfigured { try configuration.setUp(easy) }
        isConfigured = true
        try setTrust(in: host, configuration)
        try setProxy(for: host, configuration)
        try setAddresses(of: request.address, configuration)
        try setIdentity(for: request, configuration)
        if trailers != nil {
          _ = libcurl_set_number(easy, LIBCURL_HTTP_VERSION, Int(LIBCURL_HTTP_VERSION_1_1.rawValue))
        }
        return nil
      } catch {
        return error
      }
    }

    private func setTrust(in host: String, _ configuration: CurlConfiguration) throws(TransferRefusal) {
      let tls = configuration.settings.tls
      if !tls.pins.isEmpty {
        try configuration.set(easy, LIBCURL_PINNEDPUBLICKEY, configuration.pins(of: host), "pinned public keys")
      }
      guard !tls.unverifiedHosts.isEmpty else { return }
      let isVerified = !tls.isUnverified(host)
      try configuration.set(easy, LIBCURL_SSL_VERIFYPEER, isVerified ? 1 : 0, "unverified hosts")
      try configuration.set(easy, LIBCURL_SSL_VERIFYHOST, isVerified ? 2 : 0, "unverified hosts")
    }

    private func setProxy(for host: String, _ configuration: CurlConfiguration) throws(TransferRefusal) {
      let (proxy, name) = (configuration.settings.proxy, "proxies")
      let isDirect = proxy.kind == .none || configuration.settings.socketPath != nil
      guard isDirect || proxy.isExplicit else { return }
      // NB: an empty text overrides the environment.
      try configuration.set(easy, LIBCURL_NOPROXY, "", name)
      guard !isDirect, !proxy.isExcluded(host) else { return try configuration.set(easy, LIBCURL_PROXY, "", name) }
      let scheme = proxy.kind == .http ? "http" : "socks5h"
      let server = HostPattern.normalized(proxy.host)
      let text = "\(scheme)://\(server.contains(":") ? "[\(server)]" : server):\(proxy.port)"
      try configuration.set(easy, LIBCURL_PROXY, text, name)
      try configuration.set(easy, LIBCURL_PROXYUSERNAME, Self.loginText(proxy.login?.user), name)
      try configuration.set(easy, LIBCURL_PROXYPASSWORD, Self.loginText(proxy.login?.password), name)
    }

    /// A part of a login, as libcurl takes it.
    private static func loginText(_ text: ExactText?) -> String? {
      guard let text, CurlDefect.decodedProxyLogin.isPresent else { return text?.text }
      var bytes: [UInt8] = []
      for byte in text.text.utf8 {
        if PercentEncoding.isUnreserved(byte) { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private func setAddresses(
      of address: HTTPAddress,
      _ configuration: CurlConfiguration
    ) throws(TransferRefusal) {
      guard let addresses = configuration.settings.addresses(of: address.host) else { return }
      let list = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
      libcurl_list_free(addressList)
      addressList = libcurl_list_append(nil, "\(address.host):\(address.port):\(list)")
      try CurlConfiguration.check(libcurl_set_pointer(easy, LIBCURL_RESOLVE, addressList), "addresses")
    }

    /// Presents the client's certificate only to the origin that the caller named. Other origins get a separate
    /// connection.
    private func setIdentity(
      for request: WireRequest,
      _ configuration: CurlConfiguration
    ) throws(TransferRefusal) {
      guard configuration.settings.tls.identity != nil else { return }
      try configuration.setIdentity(easy, isShown: !request.isElsewhere)
      guard request.isElsewhere else { return }
      _ = libcurl_set_number(easy, LIBCURL_FRESH_CONNECT, 1)
      _ = libcurl_set_number(easy, LIBCURL_FORBID_REUSE, 1)
    }
  }
#endif
