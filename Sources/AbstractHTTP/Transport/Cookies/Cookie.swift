public import Foundation

/// A cookie, as a server set it or as a program makes it (RFC 6265bis §5.7).
///
/// ```swift
/// let cookie = try Cookie("session", "7", domain: "example.com", isSecure: true)
/// connector.cookieJar.set(cookie)
/// ```
///
/// Printed and reflected, it shows everything but its value, which is a secret.
public struct Cookie: Sendable, Hashable {
  /// How many bytes a name and its value may have together.
  static let sizeLimit = 4_096
  /// How many bytes a path or a domain may have.
  static let attributeLimit = 1_024

  /// The host that the cookie goes to, in lower case; an IPv6 address with its brackets.
  public let domain: String
  /// Whether it goes to the host alone, and not to its subdomains.
  public let isHostOnly: Bool
  /// Whether it goes over `https` only, and to the machine itself.
  public let isSecure: Bool
  /// Whether the server wants it kept from scripts. It is sent like any other.
  public let isHTTPOnly: Bool
  /// When it ends; `nil` if it lives as long as the session.
  public internal(set) var expires: Date?
  /// The name, `=` and the value, as they are sent.
  let pair: [UInt8]
  let nameLength: Int
  let pathBytes: [UInt8]

  /// The name. Bytes that aren't UTF-8 are read as ISO 8859-1.
  public var name: String { HTTPHeaders.Field.text(of: nameBytes) }

  /// The value. Bytes that aren't UTF-8 are read as ISO 8859-1; they are sent as they came.
  public var value: String { HTTPHeaders.Field.text(of: pair[(nameLength + 1)...]) }

  /// The path below which it is sent; `/` for all.
  public var path: String { HTTPHeaders.Field.text(of: pathBytes[...]) }

  var nameBytes: ArraySlice<UInt8> { pair[..<nameLength] }

  init?(_ parts: CookieParts) {
    guard parts.fault == nil else { return nil }
    pair = parts.name + [UInt8(ascii: "=")] + parts.value
    nameLength = parts.name.count
    domain = parts.domain
    isHostOnly = parts.isHostOnly
    pathBytes = Array(parts.path)
    isSecure = parts.isSecure
    isHTTPOnly = parts.isHTTPOnly
    expires = parts.expires
  }

  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether another cookie takes this one's place (RFC 6265bis §5.7).
  func isSame(as other: Cookie) -> Bool {
    nameLength == other.nameLength && isHostOnly == other.isHostOnly && pathBytes == other.pathBytes
      && domain == other.domain && nameBytes == other.nameBytes
  }

  /// Whether it goes along with a request (RFC 6265bis §5.8.3); the domain is looked up already.
  func isFor(_ target: CookieTarget) -> Bool {
    if isHostOnly && domain != target.host || isSecure && !target.isSecure { return false }
    return Self.path(target.path, matches: pathBytes)
  }

  /// Whether a path is another one, or lies below it (RFC 6265bis §5.1.4).
  static func path(_ path: some Collection<UInt8>, matches other: [UInt8]) -> Bool {
    guard path.starts(with: other) else { return false }
    return path.count == other.count || other.last == UInt8(ascii: "/")
      || path.dropFirst(other.count).first == UInt8(ascii: "/")
  }
}

extension Cookie {
  /// Makes a cookie.
  ///
  /// ```swift
  /// try Cookie("session", "7", domain: "example.com")                       // to example.com alone
  /// try Cookie("theme", "dark", domain: "example.com", isHostOnly: false)   // to www.example.com also
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, without `=` and `;`.
  ///   - value: The value, without `;`.
  ///   - domain: The host, in ASCII; a dot before it is left out.
  ///   - isHostOnly: Whether it goes to the host alone; `true` by default. An address has no subdomains.
  ///   - path: The path below which it is sent; `/` by default.
  ///   - isSecure: Whether it goes over `https` only; `false` by default.
  ///   - isHTTPOnly: Whether it is marked as such; `false` by default.
  ///   - expires: When it ends; `nil`, the default, for the end of the session. A jar keeps it for 400 days at most.
  /// - Throws: ``InvalidCookie``.
  public init(
    _ name: String,
    _ value: String,
    domain: String,
    isHostOnly: Bool = true,
    path: String = "/",
    isSecure: Bool = false,
    isHTTPOnly: Bool = false,
    expires: Date? = nil
  ) throws(InvalidCookie) {
    let host = (domain.hasPrefix(".") ? String(domain.dropFirst()) : domain).lowercased()
    let parts = CookieParts(
      name: Array(name.utf8)[...],
      value: Array(value.utf8)[...],
      domain: host,
      isHostOnly: isHostOnly || CookieTarget.isAddress(host),
      path: Array(path.utf8)[...],
      isSecure: isSecure,
      isHTTPOnly: isHTTPOnly,
      expires: expires
    )
    guard let cookie = Cookie(parts) else { throw InvalidCookie(reason: parts.fault ?? .name) }
    self = cookie
  }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookie as a server would set it, without its value.
  public var description: String {
    let attributes =
      (isHostOnly ? "" : "; Domain=\(domain)") + "; Path=\(path)" + (isSecure ? "; Secure" : "")
      + (isHTTPOnly ? "; HttpOnly" : "") + (expires.map { "; Expires=\(HTTPDate.text(of: $0))" } ?? "")
    return "\(name)=\(Redaction.mask)\(attributes)" + (isHostOnly ? " (\(domain) only)" : "")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, without the value, for `dump` and debuggers.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "value": Redaction.mask, "domain": domain, "isHostOnly": isHostOnly, "path": path,
        "isSecure": isSecure, "isHTTPOnly": isHTTPOnly, "expires": expires as Any,
      ]
    )
  }
}
