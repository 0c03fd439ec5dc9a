import Foundation

extension URL {
  /// Creates an absolute `http` or `https` URL, and appends a query to its own.
  ///
  /// Characters that RFC 3986 doesn't allow in a path, a query, or a fragment (spaces, Japanese, brackets, …) are
  /// percent-encoded as UTF-8. Existing encoding is kept. A host name beyond ASCII is written in Punycode. Anything
  /// else that is invalid is rejected instead of guessed.
  init(http text: String, appending query: String? = nil) throws(InvalidURL) {
    if query == nil, HTTPURLParts.isPlain(text), let url = URL(string: text, encodingInvalidCharacters: false) {
      self = url
      return
    }
    let reason: InvalidURL.Reason
    do throws(HTTPURLParts.Fault) {
      var parts = try HTTPURLParts(text)
      if let query, !query.isEmpty { try parts.append(query: query) }
      self = try parts.url()
      return
    } catch {
      reason = error.reason
    }
    throw InvalidURL(url: Redaction.text(ofRefusedURL: text), reason: reason)
  }
}

/// The parts of a URL (RFC 3986 §3), already encoded.
private struct HTTPURLParts {
  struct Fault: Error {
    let reason: InvalidURL.Reason

    init(_ reason: InvalidURL.Reason) { self.reason = reason }
  }

  private let origin: Substring
  private var target: String
  private let fragment: String

  init(_ text: String) throws(Fault) {
    guard let first = text.utf8.first, let last = text.utf8.last else { throw Fault(.empty) }
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw Fault(.controlCharacter) }
    guard first != UInt8(ascii: " "), last != UInt8(ascii: " ") else { throw Fault(.surroundingSpace) }
    let start = try Self.authorityStart(of: text)
    let pathStart = text.utf8[start...].firstIndex(where: HTTPAddress.endsAuthority) ?? text.endIndex
    let hash = text.utf8[pathStart...].firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    try Self.check(authority: text[start..<pathStart])
    origin = text[..<pathStart]
    target = try Self.encoded(text[pathStart..<hash])
    // NB: by byte, because a combining mark would form one character with the `#` before it.
    fragment = try Self.encoded(Substring(text.utf8[hash...].dropFirst()))
  }

  /// Returns whether the URL can be used unchanged, as most URLs can: a scheme in lower case, an optional user, a host
  /// name, an optional port, and nothing that must be encoded. Any other URL is parsed part by part.
  static func isPlain(_ text: String) -> Bool {
    guard let start = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : nil else { return false }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      let path = bytes[start...].firstIndex(where: HTTPAddress.endsAuthority) ?? bytes.endIndex
      let at = bytes[start..<path].lastIndex(of: UInt8(ascii: "@"))
      let isUserPlain = at.map { isEncoded(bytes[start..<$0], allowing: isUserByte) } ?? true
      return isUserPlain && isPlain(authority: bytes[(at.map { $0 + 1 } ?? start)..<path])
        && isEncoded(bytes[path...], allowing: isTargetByte)
    } ?? false
  }

  private static func isPlain(authority: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let colon = authority.firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(colon ?? authority.endIndex)]
    if let colon {
      let port = authority[(colon + 1)...]
      guard 1...5 ~= port.count, port.allSatisfy(isDigit) else { return false }
      guard port.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= UInt16.max else { return false }
    }
    return !host.isEmpty && host.allSatisfy(PercentEncoding.isUnreserved) && !IPAddress.endsInNumber(host)
  }

  /// Returns whether all bytes are allowed, and two digits follow each `%`.
  private static func isEncoded(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>,
    allowing isAllowed: (UInt8) -> Bool
  ) -> Bool {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "%") {
        guard bytes.endIndex - place > 2, PercentEncoding.isHexDigit(bytes[place + 1]),
          PercentEncoding.isHexDigit(bytes[place + 2])
        else { return false }
        place += 2
      } else if !isAllowed(bytes[place]) {
        return false
      }
      place += 1
    }
    return true
  }

  private static func isUserByte(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: ":")
  }

  /// Appends to the query, before the fragment. A URL without a path gets one, because a request needs it (RFC 9112
  /// §3.2.1).
  mutating func append(query: String) throws(Fault) {
    let query = try Self.encoded(query[...])
    if target.isEmpty { target = "/" }
    guard target.utf8.contains(UInt8(ascii: "?")) else {
      target += "?" + query
      return
    }
    let last = target.utf8.last
    if last != UInt8(ascii: "?") && last != UInt8(ascii: "&") { target += "&" }
    target += query
  }

  func url() throws(Fault) -> URL {
    // NB: `encodingInvalidCharacters` converts a host beyond ASCII to Punycode; everything else is already encoded.
    let isASCII = origin.utf8.allSatisfy { $0 < 0x80 }
    let text = origin + target + (fragment.isEmpty ? "" : "#" + fragment)
    guard let url = URL(string: String(text), encodingInvalidCharacters: !isASCII), url.host?.isEmpty == false else {
      throw Fault(.host)
    }
    guard isASCII || isSameHost(as: url) else { throw Fault(.host) }
    return url
  }

  /// Returns whether a name is still a name after Punycode. Full-width digits, for example, become an address.
  private func isSameHost(as url: URL) -> Bool {
    let host =
      origin.utf8.lastIndex(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "/") })
      .map { origin[$0...] } ?? origin
    guard let address = try? HTTPAddress(url.absoluteString) else { return false }
    return host.utf8.allSatisfy { $0 < 0x80 } || !IPAddress.endsInNumber(address.host.utf8)
  }

  private static func authorityStart(of text: String) throws(Fault) -> String.Index {
    for scheme in ["https://", "http://"] where HTTPToken.isSame(String(text.prefix(scheme.utf8.count)), scheme) {
      return text.utf8.index(text.startIndex, offsetBy: scheme.utf8.count)
    }
    throw Fault(.notHTTP)
  }

  private static func check(authority: Substring) throws(Fault) {
    let place = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map(authority.utf8.index(after:))
    let hostAndPort = authority[(place ?? authority.startIndex)...]
    let bracket = hostAndPort.utf8.lastIndex(of: UInt8(ascii: "]"))
    let colon = hostAndPort.utf8[(bracket ?? hostAndPort.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
    let host = hostAndPort[..<(colon ?? hostAndPort.endIndex)]
    let hasForm = bracket == nil ? isName(host) : host.utf8.first == UInt8(ascii: "[")
    guard hasForm, IPAddress.isUnambiguous(host.utf8) else { throw Fault(.host) }
    if let colon {
      let port = hostAndPort[hostAndPort.utf8.index(after: colon)...]
      guard port.utf8.allSatisfy(isDigit), port.isEmpty || UInt16(port) != nil else { throw Fault(.port) }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func isName(_ host: Substring) -> Bool {
    !host.isEmpty && host.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 >= 0x80 }
  }

  private static func encoded(_ part: Substring) throws(Fault) -> String {
    let bytes = part.utf8
    for percent in bytes.indices where bytes[percent] == UInt8(ascii: "%") {
      let digits = bytes[percent...].dropFirst().prefix(2)
      guard digits.count == 2, digits.allSatisfy(PercentEncoding.isHexDigit) else { throw Fault(.percent) }
    }
    return PercentEncoding.encode(part, leaving: isTargetByte)
  }

  /// Returns whether the byte is `pchar`, `/`, `?`, or `%` (RFC 3986 §3.3, §3.4).
  private static func isTargetByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"),
      UInt8(ascii: "%"):
      true
    default:
      PercentEncoding.isUnreserved(byte)
    }
  }
}
