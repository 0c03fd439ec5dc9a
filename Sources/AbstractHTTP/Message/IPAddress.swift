import Foundation

/// Recognizes the two forms of an IP address in a host: four decimal numbers, and IPv6 in brackets (RFC 3986 §3.2.2).
///
/// C libraries also read `0x7f.1`, `0177.0.0.1`, and `2130706433` as addresses. A block list that compares the host of
/// the URL would miss those, so they aren't accepted as hosts.
enum IPAddress {
  /// Returns whether the host is a name, or an address that every library interprets in the same way.
  static func isUnambiguous(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") { return isIPv6(host) }
    return !endsInNumber(host) || isIPv4(host)
  }

  /// Returns whether the last label is a number in any notation (WHATWG URL, "ends in a number checker"), possibly
  /// followed by a dot.
  static func endsInNumber(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    var labels = host[...]
    if labels.last == UInt8(ascii: ".") { labels.removeLast() }
    let label = labels.suffix { $0 != UInt8(ascii: ".") }
    guard label.first.map(isDigit) == true else { return false }
    if label.allSatisfy(isDigit) { return true }
    let rest = label.dropFirst()
    return label.first == UInt8(ascii: "0") && rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } == true
      && rest.dropFirst().allSatisfy(PercentEncoding.isHexDigit)
  }

  /// Returns whether the host is four decimal numbers up to 255, without leading zeros, which some libraries read as
  /// octal.
  private static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
    let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
        guard part.count == 1 || part.first != UInt8(ascii: "0") else { return false }
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  /// Returns whether the host is an IPv6 address in brackets, without a zone, which only has meaning on one machine.
  private static func isIPv6(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    let text = host.dropFirst().dropLast()
    guard host.last == UInt8(ascii: "]"), !text.contains(0) else { return false }
    var address = in6_addr()
    return inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension BidirectionalCollection {
  /// Returns the longest suffix whose elements all satisfy a condition.
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> SubSequence {
    self[(lastIndex { !isIncluded($0) }.map(index(after:)) ?? startIndex)...]
  }
}
