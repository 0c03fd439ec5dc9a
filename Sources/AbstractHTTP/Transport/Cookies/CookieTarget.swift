/// The address of a request, in the form that cookies are matched against.
struct CookieTarget {
  /// The maximum length of a DNS name. A longer name has no parent domains here, so that it can't cause excessive work.
  private static let nameLimit = 255

  let host: String
  let path: ArraySlice<UInt8>
  /// Whether Secure cookies are sent to and accepted from the address: over TLS, and, as in browsers and curl, on the
  /// local machine, because no one else can read that traffic.
  let isSecure: Bool

  init(_ address: HTTPAddress) {
    host = address.host
    path = Array(address.path.utf8)[...]
    isSecure = address.isSecure || Self.isLoopback(address.host)
  }

  /// The domains whose cookies the host may receive: itself and, unless it is an address, its parent domains.
  var domains: [String] {
    guard !Self.isAddress(host), host.utf8.count <= Self.nameLimit else { return [host] }
    let dots = host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }
    return [host] + dots.map { String(host[host.utf8.index(after: $0)...]) }
  }

  /// The default path of cookies without a path (RFC 6265bis §5.1.4).
  var defaultPath: ArraySlice<UInt8> {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return path.prefix(1) }
    return path[..<slash]
  }

  /// Returns whether a host equals a domain, or is one of its subdomains (RFC 6265bis §5.1.3).
  static func host(_ host: String, matches domain: String) -> Bool {
    let (name, suffix) = (host.utf8, domain.utf8)
    guard name.count > suffix.count else { return host == domain }
    let start = name.index(name.endIndex, offsetBy: -suffix.count)
    return name[name.index(before: start)] == UInt8(ascii: ".") && name[start...].elementsEqual(suffix)
      && !isAddress(host)
  }

  /// Returns whether a host is an address, in any notation: in brackets, or with a number as its last label.
  static func isAddress(_ host: String) -> Bool {
    if host.utf8.first == UInt8(ascii: "[") { return true }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let last = labels.last?.isEmpty == true ? labels.dropLast().last : labels.last
    guard let last, let first = last.first else { return false }
    if last.allSatisfy(CookieBytes.isDigit) { return true }
    return first == UInt8(ascii: "0") && last.dropFirst().first.map(HTTPToken.lowercased) == UInt8(ascii: "x")
      && last.dropFirst(2).allSatisfy(PercentEncoding.isHexDigit)
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && isAddress(host)
  }
}

extension HTTPAddress {
  /// Whether the host is an address instead of a domain.
  var isIPAddress: Bool { CookieTarget.isAddress(host) }
}
