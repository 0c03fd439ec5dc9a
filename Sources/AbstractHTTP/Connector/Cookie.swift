import Foundation

/// One cookie, as a server set it (RFC 6265 §5.2).
struct Cookie: Sendable, Hashable {
  private static let sizeLimit = 4_096

  let name: String
  let value: String
  let domain: String
  /// Whether it goes to the host alone, and not to its subdomains.
  let isHostOnly: Bool
  let path: String
  let isSecure: Bool
  /// When it ends; `nil` for as long as the jar lives.
  let expires: Date?
  /// Its place among the cookies in the order they came.
  var order = 0

  /// Reads a `Set-Cookie` header; `nil` if it is malformed, or if the address may not set it.
  init?(setCookie: String, from address: HTTPAddress, at now: Date) {
    let parts = setCookie.split(separator: ";", omittingEmptySubsequences: false)
    guard HTTPToken.isFieldValue(setCookie), let pair = parts.first, let equals = pair.firstIndex(of: "=") else {
      return nil
    }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[equals...].dropFirst())
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.sizeLimit else { return nil }
    let attributes = CookieAttributes(parts.dropFirst(), at: now)
    guard let domain = attributes.domain(for: address) else { return nil }
    self.domain = domain
    isHostOnly = attributes.domain == nil || domain == address.host && attributes.isSingleLabel
    path = attributes.path ?? Self.defaultPath(of: address)
    isSecure = attributes.isSecure
    expires = attributes.expires
    guard address.isSecure || !isSecure, isTrueToPrefix else { return nil }
  }

  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether it goes along with a request (RFC 6265 §5.4); the domain is looked up already.
  func isFor(_ address: HTTPAddress) -> Bool {
    if isHostOnly && domain != address.host || isSecure && !address.isSecure { return false }
    let target = address.path
    guard target.hasPrefix(path) else { return false }
    return target.utf8.count == path.utf8.count || path.hasSuffix("/")
      || target.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
  }

  /// What the names `__Secure-…` and `__Host-…` promise (RFC 6265bis §4.1.3).
  private var isTrueToPrefix: Bool {
    if name.hasPrefix("__Secure-") { return isSecure }
    if name.hasPrefix("__Host-") { return isSecure && isHostOnly && path == "/" }
    return true
  }

  /// RFC 6265 §5.1.4.
  private static func defaultPath(of address: HTTPAddress) -> String {
    guard let slash = address.path.lastIndex(of: "/"), slash > address.path.startIndex else { return "/" }
    return String(address.path[..<slash])
  }

  fileprivate static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

/// What follows the value of a cookie; the last of a name counts, and what is malformed does not.
private struct CookieAttributes {
  private(set) var domain: String?
  private(set) var path: String?
  private(set) var isSecure = false
  private var date: Date?
  private var age: Date?

  init(_ parts: ArraySlice<Substring>, at now: Date) {
    for part in parts {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let value = Cookie.trimmed(part[equals...].dropFirst())
      switch Cookie.trimmed(part[..<equals]).lowercased() {
      case "domain" where !value.isEmpty: domain = value.dropFirst(value.hasPrefix(".") ? 1 : 0).lowercased()
      case "path": path = value.hasPrefix("/") ? value : nil
      case "secure": isSecure = true
      case "expires": date = CookieDate.date(of: value) ?? date
      case "max-age": age = Self.end(ofAge: value, from: now) ?? age
      default: break
      }
    }
  }

  /// `Max-Age` takes precedence of `Expires`.
  var expires: Date? { age ?? date }

  var isSingleLabel: Bool { domain.map { !$0.contains(".") } ?? false }

  /// The domain that the cookie is for; `nil` if the address may not set one for it (RFC 6265 §5.1.3).
  func domain(for address: HTTPAddress) -> String? {
    guard let domain, domain != address.host else { return address.host }
    return !address.isIPAddress && !isSingleLabel && address.host.hasSuffix("." + domain) ? domain : nil
  }

  private static func end(ofAge text: String, from now: Date) -> Date? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard digits.count == text.utf8.count else { return .distantPast }
    guard let seconds = Int32(text) else { return .distantFuture }
    return seconds == 0 ? .distantPast : now.addingTimeInterval(TimeInterval(seconds))
  }
}
