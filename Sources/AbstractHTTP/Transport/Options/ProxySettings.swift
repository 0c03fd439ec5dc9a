import Foundation

/// The proxy that requests are sent through.
///
/// ```swift
/// connector.proxy = .http("proxy.example.com", port: 3128, login: ProxyLogin(user: "ada", password: key))
/// connector.proxy = .socks5("127.0.0.1", port: 1080, excluding: ["*.internal.example.com"])
/// ```
public struct ProxySettings: RequestOption, Hashable {
  enum Kind: String, Sendable, Hashable { case system, none, http, socks5 }

  let kind: Kind
  let host: String
  let port: Int
  let exclusions: Set<String>
  let login: ProxyLogin?

  /// The system's proxies. On Linux, they are set by the environment variables `http_proxy`, `https_proxy`,
  /// `all_proxy`, and `no_proxy`. This is the default.
  public static let system = Self(.system)

  /// No proxy.
  public static let none = Self(.none)

  /// An HTTP proxy. Requests to `https` URLs use a tunnel (`CONNECT`), which the proxy can't read.
  ///
  /// - Parameters:
  ///   - host: The host of the proxy.
  ///   - port: The port of the proxy.
  ///   - exclusions: The hosts that are reached without the proxy. `*.example.com` stands for all hosts below
  ///     `example.com`. Empty by default.
  ///   - login: The user and password for the proxy, which are sent only to it, with the scheme Basic. A proxy that
  ///     requires another scheme rejects the request.
  public static func http(
    _ host: String,
    port: Int,
    excluding exclusions: Set<String> = [],
    login: ProxyLogin? = nil
  ) -> Self {
    Self(.http, host, port, exclusions, login)
  }

  /// A SOCKS 5 proxy (RFC 1928), which also looks up the servers' addresses.
  ///
  /// - Parameters:
  ///   - host: The host of the proxy.
  ///   - port: The port of the proxy.
  ///   - exclusions: The hosts that are reached without the proxy. `*.example.com` stands for all hosts below
  ///     `example.com`. Empty by default.
  ///   - login: The user and password for the proxy (RFC 1929). Defaults to `nil`.
  public static func socks5(
    _ host: String,
    port: Int,
    excluding exclusions: Set<String> = [],
    login: ProxyLogin? = nil
  ) -> Self {
    Self(.socks5, host, port, exclusions, login)
  }

  private init(
    _ kind: Kind,
    _ host: String = "",
    _ port: Int = 0,
    _ exclusions: Set<String> = [],
    _ login: ProxyLogin? = nil
  ) {
    (self.kind, self.host, self.port, self.exclusions, self.login) = (kind, host, port, exclusions, login)
  }
}

extension ProxySettings {
  /// Whether the settings name a proxy.
  var isExplicit: Bool { kind == .http || kind == .socks5 }

  /// Returns whether a proxy of HTTP may forward requests without TLS to a host. The environment is read once.
  func mayForward(to host: String) -> Bool {
    switch kind {
    case .system: Self.isInEnvironment
    case .none, .socks5: false
    case .http: !isExcluded(host)
    }
  }

  private static let isInEnvironment = ["http_proxy", "all_proxy", "ALL_PROXY"].contains {
    ProcessInfo.processInfo.environment[$0]?.isEmpty == false
  }

  func isExcluded(_ host: String) -> Bool { exclusions.contains { HostPattern.matches($0, host) } }

  func check() throws(TransferRefusal) {
    guard isExplicit else { return }
    guard HostPattern.isValid(host, allowsWildcard: false) else {
      throw .invalidOption("proxy", "its host is missing or malformed")
    }
    guard (1...65_535).contains(port) else { throw .invalidOption("proxy", "the port \(port) is out of range") }
    for pattern in exclusions where !HostPattern.isValid(pattern) {
      throw .invalidOption("proxy", "the exclusion \(pattern.debugDescription) is no host")
    }
    guard let login else { return }
    if (login.user.text + login.password.text).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      || login.user.text.contains(":")
    {
      throw .invalidOption("proxy", "its login has a character in it that can't be sent")
    }
  }
}

extension ProxySettings: CustomStringConvertible, CustomReflectable {
  /// The proxy without its login.
  public var description: String { isExplicit ? "\(kind.rawValue) \(host):\(port)" : kind.rawValue }

  /// A mirror with the description only.
  public var customMirror: Mirror { Mirror(self, children: ["proxy": description], displayStyle: .struct) }
}

/// A user and a password for a proxy.
public struct ProxyLogin: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  let user: ExactText
  let password: ExactText

  /// Creates a login.
  public init(user: String, password: String) {
    (self.user, self.password) = (ExactText(user), ExactText(password))
  }

  /// The type's name. The user and the password don't appear in logs.
  public var description: String { "ProxyLogin" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
