import Foundation

extension Cookie {
  /// The maximum lifetime of a cookie: 400 days (RFC 6265bis §5.5).
  static let ageLimit: TimeInterval = 400 * 86_400

  /// Parses the bytes of a `Set-Cookie` field (RFC 6265bis §5.6). Returns `nil` if they are malformed, or if the
  /// address may not set the cookie.
  init?(setCookie bytes: [UInt8], from target: CookieTarget, at now: Date) {
    guard !CookieBytes.hasControl(bytes) else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
    let pair = CookieBytes.pair(bytes[..<end])
    guard let value = pair.value, !pair.name.isEmpty, pair.name.count + value.count <= Self.sizeLimit else {
      return nil
    }
    let attributes = CookieAttributes(bytes[end...].dropFirst(), at: now)
    guard target.isSecure || !attributes.isSecure, let scope = attributes.scope(for: target.host) else { return nil }
    self.init(
      CookieParts(
        name: pair.name,
        value: value,
        domain: scope.domain,
        isHostOnly: scope.isHostOnly,
        path: attributes.path ?? target.defaultPath,
        isSecure: attributes.isSecure,
        isHTTPOnly: attributes.isHTTPOnly,
        expires: attributes.expires,
        hasPath: attributes.path != nil
      )
    )
  }
}

/// The attributes after the value of a cookie. If a name is repeated, the last attribute is used. Attributes that are
/// malformed or longer than 1,024 bytes are ignored. So is `SameSite`, because a program's requests don't cross sites.
struct CookieAttributes {
  /// The domain in lower case; empty if the attribute is empty.
  private var domain: ArraySlice<UInt8>?
  private(set) var path: ArraySlice<UInt8>?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false
  private var date: Date?
  private var age: Date?

  init(_ bytes: ArraySlice<UInt8>, at now: Date) {
    for part in bytes.split(separator: UInt8(ascii: ";")) {
      let (name, value) = CookieBytes.pair(part)
      if value?.count ?? 0 <= Cookie.attributeLimit { read(name, value ?? [], at: now) }
    }
  }

  /// The expiration date. `Max-Age` takes precedence over `Expires`.
  var expires: Date? { age ?? date }

  private mutating func read(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, at now: Date) {
    if CookieBytes.isSame(name, "domain") {
      domain = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
    } else if CookieBytes.isSame(name, "path") {
      path = value.first == UInt8(ascii: "/") ? value : nil
    } else if CookieBytes.isSame(name, "secure") {
      isSecure = true
    } else if CookieBytes.isSame(name, "httponly") {
      isHTTPOnly = true
    } else if CookieBytes.isSame(name, "expires") {
      date = CookieDate.date(of: value).map { min($0, now.addingTimeInterval(Cookie.ageLimit)) } ?? date
    } else if CookieBytes.isSame(name, "max-age") {
      age = Self.end(ofAge: value, from: now) ?? age
    }
  }

  /// Returns the domain of the cookie; `nil` if the host may not set a cookie for it (RFC 6265bis §5.7).
  func scope(for host: String) -> (domain: String, isHostOnly: Bool)? {
    guard let domain, !domain.isEmpty else { return (host, true) }
    let name = String(decoding: domain.map(HTTPToken.lowercased), as: UTF8.self)
    guard domain.allSatisfy({ $0 < 0x80 }), CookieTarget.host(host, matches: name) else { return nil }
    if CookieTarget.isAddress(host) || name == host && PublicSuffix.contains(name) { return (host, true) }
    return (name, false)
  }

  private static func end(ofAge bytes: ArraySlice<UInt8>, from now: Date) -> Date? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes
    guard !digits.isEmpty, digits.allSatisfy(CookieBytes.isDigit) else { return nil }
    let seconds = digits.reduce(0.0) { min($0 * 10 + Double($1 - 0x30), Cookie.ageLimit) }
    return isNegative || seconds == 0 ? .distantPast : now.addingTimeInterval(seconds)
  }
}
