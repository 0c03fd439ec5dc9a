public import Foundation

/// A cookie that a server set, or that the program created (RFC 6265bis §5.7).
///
/// ```swift
/// let cookie = try Cookie("session", "7", domain: "example.com", isSecure: true)
/// connector.cookieJar.set(cookie)
/// ```
///
/// Its description and mirror show everything except its value, which is a secret.
public struct Cookie: Sendable, Hashable {
  /// The maximum combined length of the name and the value, in bytes.
  static let sizeLimit = 4_096
  /// The maximum length of a path or a domain, in bytes.
  static let attributeLimit = 1_024

  /// The host that receives the cookie, in lower case. An IPv6 address has its brackets.
  public let domain: String
  /// Whether the cookie is sent only to the host, and not to its subdomains.
  public let isHostOnly: Bool
  /// Whether the cookie is sent only over `https`, and to the local machine.
  public let isSecure: Bool
  /// Whether the server wants to hide the cookie from scripts. It is sent like any other cookie.
  public let isHTTPOnly: Bool
  /// The expiration date; `nil` for a session cookie.
  public internal(set) var expires: Date?
  /// The name, `=`, and the value, as they are sent.
  let pair: [UInt8]
  let nameLength: Int
  let pathBytes: [UInt8]

  /// The name. Bytes that aren't UTF-8 are read as ISO 8859-1.
  public var name: String { HTTPHeaders.Field.text(of: nameBytes) }

  /// The value. Bytes that aren't UTF-8 are read as ISO 8859-1. They are sent back unchanged.
  public var value: String { HTTPHeaders.Field.text(of: pair[(nameLength + 1)...]) }

  /// The path below which the cookie is sent; `/` for all paths.
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

  /// Returns whether another cookie replaces this one (RFC 6265bis §5.7).
  func isSame(as other: Cookie) -> Bool {
    nameLength == other.nameLength && isHostOnly == other.isHostOnly && pathBytes == other.pathBytes
      && domain == other.domain && nameBytes == other.nameBytes
  }

  /// Returns whether the cookie is sent with a request (RFC 6265bis §5.8.3). The domain has already been matched.
  func isFor(_ target: CookieTarget) -> Bool {
    if isHostOnly && domain != target.host || isSecure && !target.isSecure { return false }
    return Self.path(target.path, matches: pathBytes)
  }

  /// Returns whether a path equals another path, or lies below it (RFC 6265bis §5.1.4).
  static func path(_ path: some Collection<UInt8>, matches other: [UInt8]) -> Bool {
    guard path.starts(with: other) else { return false }
    return path.count == other.count || other.last == UInt8(ascii: "/")
      || path.dropFirst(other.count).first == UInt8(ascii: "/")
  }
}

extension Cookie {
  /// Creates a cookie.
  ///
  /// ```swift
  /// try Cookie("session", "7", domain: "example.com")                       // to example.com alone
  /// try Cookie("theme", "dark", domain: "example.com", isHostOnly: false)   // to www.example.com also
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, without `=` and `;`.
  ///   - value: The value, without `;`.
  ///   - domain: The host, in ASCII. A leading dot is removed.
  ///   - isHostOnly: Whether the cookie is sent only to the host. Defaults to `true`. An address has no subdomains.
  ///   - path: The path below which the cookie is sent. Defaults to `/`.
  ///   - isSecure: Whether the cookie is sent only over `https`. Defaults to `false`.
  ///   - isHTTPOnly: Whether the cookie is marked as `HttpOnly`. Defaults to `false`.
  ///   - expires: The expiration date; `nil`, the default, for the end of the session. A jar keeps a cookie for at most
  ///     400 days.
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
  /// The cookie as a `Set-Cookie` header, without its value.
  public var description: String {
    let attributes =
      (isHostOnly ? "" : "; Domain=\(domain)") + "; Path=\(path)" + (isSecure ? "; Secure" : "")
      + (isHTTPOnly ? "; HttpOnly" : "") + (expires.map { "; Expires=\(HTTPDate.text(of: $0))" } ?? "")
    return "\(name)=\(Redaction.mask)\(attributes)" + (isHostOnly ? " (\(domain) only)" : "")
  }

  /// The ``description``, which doesn't contain the value.
  public var debugDescription: String { description }

  /// A mirror for `dump` and debuggers with all parts except the value.
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
