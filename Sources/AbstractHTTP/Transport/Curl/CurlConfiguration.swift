#if os(Linux)
  import CLibcurl
  import Foundation

  /// The libcurl options that differ from the default settings, created once per engine.
  final class CurlConfiguration: Sendable {
    let settings: EngineSettings
    /// The authorities in PEM, in place of the system's.
    let authorities: Data?
    /// The pins of each pattern, in libcurl's format.
    private let pins: [String: String]

    /// - Parameter settings: Validated settings.
    init(_ settings: EngineSettings) throws(TransferRefusal) {
      self.settings = settings
      pins = settings.tls.pins.mapValues { pins in pins.map { "sha256//" + $0.base64 }.joined(separator: ";") }
      authorities =
        switch settings.tls.authorities.source {
        case .system, .file: nil
        case .pem(let text): Data(text.utf8)
        case .systemAnd(let text): try CurlAuthorities.ofSystem(and: text)
        }
    }

    /// Rejects settings that the loaded libcurl doesn't support.
    func probe() throws(TransferRefusal) {
      if settings.tls.identity != nil, libcurl_uses_openssl() == 0 {
        throw .unsupported("client certificates", by: "a libcurl without OpenSSL")
      }
      guard let easy = libcurl_easy_init() else { return }
      defer { libcurl_easy_cleanup(easy) }
      try setUp(easy)
      if let pin = pins.first { try set(easy, LIBCURL_PINNEDPUBLICKEY, pin.value, "pinned public keys") }
      if settings.tls.identity != nil { try setIdentity(easy, isShown: true) }
    }

    func pins(of host: String) -> String? { pins.isEmpty ? nil : HostPattern.value(for: host, in: pins) }

    var httpVersion: libcurl_value {
      switch settings.pool.httpVersion {
      case .automatic: LIBCURL_HTTP_VERSION_NONE
      case .http1: LIBCURL_HTTP_VERSION_1_1
      case .http2PriorKnowledge: LIBCURL_HTTP_VERSION_2_PRIOR
      }
    }

    /// Sets the options that all transfers share.
    func setUp(_ easy: UnsafeMutableRawPointer) throws(TransferRefusal) {
      let tls = settings.tls
      try setAuthorities(easy)
      try set(easy, LIBCURL_SSLVERSION, Self.versions(tls), "these versions of TLS")
      try set(easy, LIBCURL_HTTP_VERSION, Int(httpVersion.rawValue), "this version of HTTP")
      if let path = settings.socketPath { try set(easy, LIBCURL_UNIX_SOCKET_PATH, path, "Unix sockets") }
      if let idleTime = settings.pool.idleTime {
        let seconds = min(max(idleTime.components.seconds, 1), 315_360_000)
        try set(easy, LIBCURL_MAXAGE_CONN, Int(seconds), "an idle time")
      }
    }

    private func setAuthorities(_ easy: UnsafeMutableRawPointer) throws(TransferRefusal) {
      if case .file(let url) = settings.tls.authorities.source {
        try set(easy, LIBCURL_CAINFO, url.path, "a file of authorities")
      } else if let authorities {
        _ = libcurl_set_text(easy, LIBCURL_CAINFO, nil)
        try set(easy, LIBCURL_CAINFO_BLOB, authorities, "authorities in memory")
      } else {
        return
      }
      // NB: otherwise, the authorities in the system's folder would also be trusted. A TLS library without such a
      // folder rejects the option, and doesn't need it.
      _ = libcurl_set_text(easy, LIBCURL_CAPATH, nil)
    }

    /// Sets whether the client's certificate is presented to servers that request one.
    func setIdentity(_ easy: UnsafeMutableRawPointer, isShown: Bool) throws(TransferRefusal) {
      guard isShown, let identity = settings.tls.identity else {
        _ = libcurl_set_blob(easy, LIBCURL_SSLCERT_BLOB, nil, 0)
        _ = libcurl_set_blob(easy, LIBCURL_SSLKEY_BLOB, nil, 0)
        return
      }
      let name = "client certificates"
      switch identity.source {
      case .pem(let certificate, let key):
        try set(easy, LIBCURL_SSLCERTTYPE, "PEM", name)
        try set(easy, LIBCURL_SSLCERT_BLOB, certificate, name)
        try set(easy, LIBCURL_SSLKEY_BLOB, key, name)
      case .pkcs12(let data):
        try set(easy, LIBCURL_SSLCERTTYPE, "P12", name)
        try set(easy, LIBCURL_SSLCERT_BLOB, data, name)
      }
      // NB: without a password, OpenSSL would ask for one on the terminal.
      try set(easy, LIBCURL_KEYPASSWD, identity.password?.text ?? "", name)
    }

    private static func versions(_ tls: TLSSettings) -> Int {
      let number = { (version: TLSSettings.Version) in
        Int(version == .tls12 ? LIBCURL_TLS_1_2.rawValue : LIBCURL_TLS_1_3.rawValue)
      }
      // libcurl expects the highest version in the upper half of the number.
      return number(tls.minimumVersion) | (tls.maximumVersion.map { number($0) << 16 } ?? 0)
    }
  }

  // MARK: - Options, which must not be ignored

  extension CurlConfiguration {
    func set(
      _ easy: UnsafeMutableRawPointer,
      _ option: libcurl_option,
      _ text: String?,
      _ name: String
    ) throws(TransferRefusal) {
      try Self.check(libcurl_set_text(easy, option, text), name)
    }

    func set(
      _ easy: UnsafeMutableRawPointer,
      _ option: libcurl_option,
      _ number: Int,
      _ name: String
    ) throws(TransferRefusal) {
      try Self.check(libcurl_set_number(easy, option, number), name)
    }

    func set(
      _ easy: UnsafeMutableRawPointer,
      _ option: libcurl_option,
      _ data: Data,
      _ name: String
    ) throws(TransferRefusal) {
      try Self.check(data.withUnsafeBytes { libcurl_set_blob(easy, option, $0.baseAddress, $0.count) }, name)
    }

    static func check(_ code: Int32, _ name: String) throws(TransferRefusal) {
      guard code != 0 else { return }
      let version = libcurl_version()
      let text = "libcurl \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
      throw .unsupported(name, by: text)
    }
  }
#endif
