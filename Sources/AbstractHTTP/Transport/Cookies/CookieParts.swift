import Foundation

/// The parts of a cookie from any source, with their validation.
struct CookieParts {
  var name: ArraySlice<UInt8>
  var value: ArraySlice<UInt8>
  var domain: String
  var isHostOnly: Bool
  var path: ArraySlice<UInt8>
  var isSecure: Bool
  var isHTTPOnly: Bool
  var expires: Date?
  /// Whether the path was given explicitly, as `__Host-` requires.
  var hasPath = true

  /// The reason why the parts are invalid; `nil` if they are valid.
  var fault: InvalidCookie.Reason? {
    if !isName { return .name }
    if !isValue { return .value }
    if name.count + value.count > Cookie.sizeLimit { return .size }
    if !isDomain { return .domain }
    if !isHostOnly && PublicSuffix.contains(domain) { return .publicSuffix }
    if !isPath { return .path }
    return isTrueToPrefix ? nil : .prefix
  }

  /// Whether the name is valid. Cookies without a name are ignored, as RFC 6265bis §5.7 permits, because `=__Host-a=1`
  /// would be sent as another cookie.
  private var isName: Bool {
    !name.isEmpty && CookieBytes.trimmed(name) == name && !CookieBytes.hasControl(name)
      && !name.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }
  }

  private var isValue: Bool {
    CookieBytes.trimmed(value) == value && !CookieBytes.hasControl(value) && !value.contains(UInt8(ascii: ";"))
  }

  private var isDomain: Bool {
    let bytes = domain.utf8
    guard 1...Cookie.attributeLimit ~= bytes.count else { return false }
    guard bytes.first != UInt8(ascii: "[") else { return isHostOnly && bytes.last == UInt8(ascii: "]") }
    return bytes.allSatisfy(PercentEncoding.isUnreserved)
  }

  private var isPath: Bool {
    path.first == UInt8(ascii: "/") && path.count <= Cookie.attributeLimit && !CookieBytes.hasControl(path)
      && !path.contains(UInt8(ascii: ";"))
  }

  /// Whether the cookie meets the requirements of a `__Secure-…` or `__Host-…` name, ignoring case (RFC 6265bis
  /// §4.1.3).
  private var isTrueToPrefix: Bool {
    if CookieBytes.begins(name, with: "__secure-") { return isSecure }
    guard CookieBytes.begins(name, with: "__host-") else { return true }
    return isSecure && isHostOnly && hasPath && Array(path) == [UInt8(ascii: "/")]
  }
}
