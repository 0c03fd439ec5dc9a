import Foundation

/// The parts of an `http` or `https` URL that the transport needs, parsed in one pass.
struct HTTPAddress: Sendable, Hashable {
  /// The address as it is sent, without user, password, and fragment.
  let text: String
  let isSecure: Bool
  /// The host in lower case, an IPv6 address with its brackets.
  let host: String
  let port: Int
  /// The text after the host, starting with its `/` or `?`; may be empty.
  let target: String
  /// The `user:password` of the URL; `nil` if it has none.
  let userInfo: String?
  /// The text after the `#`; `nil` if there is no `#`.
  let fragment: String?

  /// Whether the URL has a `?` with nothing behind it.
  var hasEmptyQuery: Bool { target.utf8.last == 0x3F && !target.utf8.dropLast().contains(0x3F) }

  /// Parses an absolute URL.
  ///
  /// - Throws: `URLError.unsupportedURL` unless it begins with `http://` or `https://`; `.badURL` if it is malformed,
  ///   or if its host is a number in a notation that ``IPAddress`` doesn't accept.
  init(_ url: String) throws(URLError) {
    var text = url
    self = try text.withUTF8 { bytes in
      Result { () throws(URLError) in try HTTPAddress(bytes, of: url) }
    }.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, of url: String) throws(URLError) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw URLError(.badURL, "the URL contains characters that must be encoded")
    }
    guard let start = Self.authorityStart(in: bytes) else {
      throw URLError(.unsupportedURL, "the URL does not begin with http:// or https://")
    }
    let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? bytes.endIndex
    let hash = bytes[end...].firstIndex(of: UInt8(ascii: "#"))
    let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
    let authority = bytes[(at.map { $0 + 1 } ?? start)..<end]
    let name = authority[..<(Self.portColon(in: authority) ?? end)]
    isSecure = bytes[4] != UInt8(ascii: ":")
    host = Self.lowercased(name)
    port = try Self.port(authority[name.endIndex...].dropFirst()) ?? (isSecure ? 443 : 80)
    target = Self.text(bytes[end..<(hash ?? bytes.endIndex)])
    userInfo = at.map { Self.text(bytes[start..<$0]) }
    fragment = hash.map { Self.text(bytes[$0...].dropFirst()) }
    text = at == nil && hash == nil ? url : Self.text(bytes[..<start]) + Self.text(authority) + target
    guard Self.isHost(name) else {
      throw URLError(.badURL, "the host of the URL is missing, malformed, or a number in an ambiguous notation")
    }
  }

  /// The path that is sent, which is at least `/`.
  var path: Substring {
    let path = target.prefix { $0 != "?" }
    return path.isEmpty ? "/" : path
  }

  var origin: HTTPOrigin { HTTPOrigin(isSecure: isSecure, host: host, port: port) }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func lowercased(_ bytes: Bytes) -> String {
    let isLowercased = bytes.allSatisfy { HTTPToken.lowercased($0) == $0 }
    return isLowercased ? text(bytes) : String(decoding: bytes.map(HTTPToken.lowercased), as: UTF8.self)
  }

  private static let schemes: [StaticString] = ["http://", "https://"]

  private static func authorityStart(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let scheme = schemes.first { scheme in
      let letters = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
      return bytes.count >= letters.count && zip(bytes, letters).allSatisfy { HTTPToken.lowercased($0) == $1 }
    }
    return scheme?.utf8CodeUnitCount
  }

  /// Returns whether the authority of a URL ends before a byte (RFC 3986 §3.2).
  static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isHost(_ host: Bytes) -> Bool {
    let isName = !host.isEmpty && host.allSatisfy(PercentEncoding.isUnreserved)
    return (isName || host.first == UInt8(ascii: "[")) && IPAddress.isUnambiguous(host)
  }

  private static func portColon(in authority: Bytes) -> Int? {
    let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
    return authority[(bracket ?? authority.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
  }

  private static func port(_ digits: Bytes) throws(URLError) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text(digits)) else {
      throw URLError(.badURL, "the port of the URL is not a number from 0 to 65535")
    }
    return Int(port)
  }
}

/// A scheme, a host, and a port (RFC 6454 §4), for which credentials and connections apply.
struct HTTPOrigin: Sendable, Hashable {
  let isSecure: Bool
  let host: String
  let port: Int
}
