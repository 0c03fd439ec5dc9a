import Foundation

/// The parts of an `http` or `https` URL that the transport decides by, read in one pass.
struct HTTPAddress: Sendable, Hashable {
  /// The address as it is sent: without a user, a password and a fragment.
  let text: String
  let isSecure: Bool
  /// The host in lower case, an IPv6 address with its brackets.
  let host: String
  let port: Int
  /// What follows the host, from its `/` or `?` on; may be empty.
  let target: String
  /// `user:password` as it stood in the URL; `nil` if it had none.
  let userInfo: String?
  /// What follows the `#`; `nil` if there is none.
  let fragment: String?

  /// Reads an absolute URL.
  ///
  /// - Throws: `URLError.unsupportedURL` unless it begins with `http://` or `https://`, `.badURL` if it is malformed, or if
  ///   its host is a number in another notation than ``IPAddress`` knows.
  init(_ url: String) throws(URLError) {
    let bytes = url.utf8
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw URLError(.badURL, "the URL has characters in it that must be encoded")
    }
    guard let start = Self.authorityStart(of: url) else {
      throw URLError(.unsupportedURL, "the URL does not begin with http:// or https://")
    }
    let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? url.endIndex
    let hash = bytes[end...].firstIndex(of: UInt8(ascii: "#"))
    let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
    let hostStart = at.map(bytes.index(after:)) ?? start
    isSecure = bytes[bytes.index(bytes.startIndex, offsetBy: 4)] != UInt8(ascii: ":")
    let authority = url[hostStart..<end]
    let colon = Self.portColon(of: authority)
    host = authority[..<(colon ?? end)].lowercased()
    port = try Self.port(authority[(colon ?? end)...].dropFirst()) ?? (isSecure ? 443 : 80)
    target = String(url[end..<(hash ?? url.endIndex)])
    userInfo = at.map { String(url[start..<$0]) }
    fragment = hash.map { String(url[$0...].dropFirst()) }
    text = at == nil && hash == nil ? url : String(url[..<start]) + authority + target
    guard Self.isHost(host) else {
      throw URLError(.badURL, "the host of the URL is missing, malformed, or a number in an odd notation")
    }
  }

  /// The path that is sent, `/` at least.
  var path: Substring {
    let path = target.prefix { $0 != "?" }
    return path.isEmpty ? "/" : path
  }

  var origin: HTTPOrigin { HTTPOrigin(isSecure: isSecure, host: host, port: port) }

  private static func authorityStart(of url: String) -> String.Index? {
    for scheme in ["http://", "https://"] {
      let prefix = url.utf8.prefix(scheme.utf8.count)
      guard prefix.count == scheme.utf8.count else { continue }
      if zip(prefix, scheme.utf8).allSatisfy({ HTTPToken.lowercased($0) == $1 }) { return prefix.endIndex }
    }
    return nil
  }

  /// Whether the authority of a URL ends before a byte (RFC 3986 §3.2).
  static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isHost(_ host: String) -> Bool {
    let isName = !host.isEmpty && host.utf8.allSatisfy(PercentEncoding.isUnreserved)
    return (isName || host.utf8.first == UInt8(ascii: "[")) && IPAddress.isUnambiguous(host.utf8)
  }

  private static func portColon(of authority: Substring) -> Substring.Index? {
    let bracket = authority.utf8.lastIndex(of: UInt8(ascii: "]"))
    return authority.utf8[(bracket ?? authority.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
  }

  private static func port(_ digits: Substring) throws(URLError) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      throw URLError(.badURL, "the port of the URL is not a number from 0 to 65535")
    }
    return Int(port)
  }
}

/// A scheme, a host and a port (RFC 6454 §4): what credentials are for, and connections.
struct HTTPOrigin: Sendable, Hashable {
  let isSecure: Bool
  let host: String
  let port: Int
}
