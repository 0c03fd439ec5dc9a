import Foundation

/// Matches a host, or, with a pattern such as `*.example.com`, all of its subdomains at any depth.
enum HostPattern {
  static func matches(_ pattern: String, _ host: String) -> Bool {
    let (pattern, host) = (normalized(pattern), normalized(host))
    return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
  }

  /// Returns the value for a host's name or, if there is none, for the longest pattern that matches it.
  static func value<Value>(for host: String, in values: [String: Value]) -> Value? {
    let fitting = values.filter { matches($0.key, host) }
    return fitting.max { rank($0.key) < rank($1.key) }?.value
  }

  /// Returns whether a text can match a host: letters, digits, hyphens, dots, and underscores, or an IPv6 address.
  static func isValid(_ pattern: String, allowsWildcard: Bool = true) -> Bool {
    let text = normalized(pattern)
    let host = allowsWildcard && text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    guard !host.isEmpty, host.first != "." else { return false }
    if host.contains(":") { return SocketAddress.isIPv6(String(host)) }
    return host.utf8.allSatisfy { byte in
      PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
    }
  }

  /// Returns the host in lower case, without trailing dots and without the brackets of an IPv6 address.
  static func normalized(_ host: String) -> String {
    var text = host.lowercased()
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    while text.hasSuffix(".") { text.removeLast() }
    return text.contains(":") ? SocketAddress.canonicalIPv6(text) ?? text : text
  }

  private static func rank(_ pattern: String) -> Int { pattern.hasPrefix("*.") ? pattern.utf8.count : .max }
}

/// Recognizes the numeric addresses that the system can read.
enum SocketAddress {
  static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  static func isIPv6(_ text: String) -> Bool { canonicalIPv6(text) != nil }

  /// An IPv6 address as the system writes it, of which there are many spellings; `nil` for any other text.
  static func canonicalIPv6(_ text: String) -> String? {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
