/// The servers that a connection trusts, and the identity that it presents.
///
/// ```swift
/// connector.tls = TLSSettings(pins: ["api.example.com": ["sha256/X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg="]])
/// connector.tls.minimumVersion = .tls13
/// ```
///
/// An exchange reads the settings when it starts. Only equal settings share connections. If the transport can't honor a
/// setting, the request fails with ``TransferRefusal``.
public struct TLSSettings: RequestOption, Hashable {
  /// A version of TLS.
  public enum Version: Sendable, Hashable, Comparable {
    /// TLS 1.2 (RFC 5246).
    case tls12
    /// TLS 1.3 (RFC 8446).
    case tls13
  }

  /// The certificate authorities to trust. Defaults to the system's.
  public var authorities: TLSAuthorities

  /// The public keys that servers must have, by host. Empty by default.
  ///
  /// One of the keys must be that of the server's own certificate, after the certificate was verified as usual. Otherwise no
  /// request is sent, and it fails with ``PinMismatch``. With libcurl, a server that asks for a certificate has seen that of
  /// ``identity`` then. A request without TLS to such a host fails too. A pattern such as
  /// `*.example.com` stands for all hosts below `example.com`; a host's own name has precedence, and then the longest pattern.
  public var pins: [String: [PublicKeyPin]]

  /// The certificate and key to present to servers that request them. Defaults to `nil`.
  ///
  /// It is presented only to the origin of the request's URL, and not to other origins that a redirect leads to.
  public var identity: ClientIdentity?

  /// The lowest version to accept. Defaults to TLS 1.2.
  public var minimumVersion: Version

  /// The highest version to offer. `nil`, the default, stands for the highest version that the system supports.
  public var maximumVersion: Version?

  /// The hosts whose certificates aren't verified. Empty by default.
  ///
  /// Use it for test and development servers. List each host by its full name, because patterns aren't supported. An
  /// attacker on the network can read and change requests to these hosts, unless they have ``pins``.
  public var unverifiedHosts: Set<String>

  /// Creates settings.
  public init(
    authorities: TLSAuthorities = .system,
    pins: [String: [PublicKeyPin]] = [:],
    identity: ClientIdentity? = nil,
    minimumVersion: Version = .tls12,
    maximumVersion: Version? = nil,
    unverifiedHosts: Set<String> = []
  ) {
    self.authorities = authorities
    self.pins = pins
    self.identity = identity
    self.minimumVersion = minimumVersion
    self.maximumVersion = maximumVersion
    self.unverifiedHosts = unverifiedHosts
  }
}

extension TLSSettings {
  /// The pins of a host; `nil` if it has none.
  func pins(of host: String) -> [PublicKeyPin]? { pins.isEmpty ? nil : HostPattern.value(for: host, in: pins) }

  func isUnverified(_ host: String) -> Bool {
    unverifiedHosts.contains { HostPattern.normalized($0) == HostPattern.normalized(host) }
  }

  func check() throws(TransferRefusal) {
    if let maximumVersion, maximumVersion < minimumVersion {
      throw .invalidOption("tls", "the maximum version is below the minimum")
    }
    guard Set(pins.keys.map(HostPattern.normalized)).count == pins.count else {
      throw .invalidOption("pins", "a host stands there twice")
    }
    for (pattern, pins) in pins {
      guard HostPattern.isValid(pattern) else { throw .invalidOption("pins", "\(pattern.debugDescription) is no host") }
      guard !pins.isEmpty else { throw .invalidOption("pins", "\(pattern) has no pin") }
      for pin in pins where pin.digest == nil {
        throw .invalidOption("pins", "\(pin.base64.debugDescription) is no SHA-256 digest in Base64")
      }
    }
    for host in unverifiedHosts where !HostPattern.isValid(host, allowsWildcard: false) {
      throw .invalidOption("unverifiedHosts", "\(host.debugDescription) is no host")
    }
    try authorities.check()
  }
}
