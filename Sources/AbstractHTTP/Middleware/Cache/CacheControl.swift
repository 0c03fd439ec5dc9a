/// A directive of `Cache-Control` (RFC 9111 §5.2): its name in lower case, and its argument, a token or a quoted
/// string.
struct CacheDirective: Sendable, Hashable {
  let name: String
  let argument: String?

  /// Parses all fields of a message, and skips text that isn't a directive.
  static func list(in headers: HTTPHeaders) -> [CacheDirective] {
    headers.values(for: "Cache-Control").flatMap { value in
      var reader = CacheControlReader(value)
      return reader.directives()
    }
  }

  /// The argument as a number of seconds (RFC 9111 §1.2.2); `nil` if it isn't a number. A number that is too large is
  /// clamped.
  var seconds: Double? {
    guard let digits = argument?.utf8, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { min($0 * 10 + Double($1 - 0x30), Self.mostSeconds) }
  }

  /// 2³¹ seconds, which represents any longer time.
  static let mostSeconds = 2_147_483_648.0
}

/// Parses a list of directives in one pass.
private struct CacheControlReader {
  private let bytes: [UInt8]
  private var place = 0
  /// Whether an unterminated quotation was found. Quotes are then ordinary characters.
  private var isUnquoted = false

  init(_ value: String) { bytes = Array(value.utf8) }

  mutating func directives() -> [CacheDirective] {
    var directives: [CacheDirective] = []
    while place < bytes.count {
      let name = token { $0 == UInt8(ascii: "=") }
      let argument = place < bytes.count && bytes[place] == UInt8(ascii: "=") ? self.argument() : nil
      if HTTPToken.isToken(name) { directives.append(CacheDirective(name: name.lowercased(), argument: argument)) }
      while place < bytes.count, bytes[place] != UInt8(ascii: ",") { place += 1 }
      place += 1
    }
    return directives
  }

  private mutating func argument() -> String {
    place += 1
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), !isUnquoted else { return token { _ in false } }
    return quoted() ?? token { _ in false }
  }

  /// Returns the text up to a comma, without surrounding spaces.
  private mutating func token(until ends: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: ","), !ends(bytes[place]) { place += 1 }
    return HTTPToken.trimmed(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  /// Reads a quoted string (RFC 9110 §5.6.4).
  private mutating func quoted() -> String? {
    var text: [UInt8] = []
    var next = place + 1
    while next < bytes.count, bytes[next] != UInt8(ascii: "\"") {
      if bytes[next] == UInt8(ascii: "\\"), next + 1 < bytes.count { next += 1 }
      text.append(bytes[next])
      next += 1
    }
    guard next < bytes.count else {
      isUnquoted = true
      return nil
    }
    place = next + 1
    return String(decoding: text, as: UTF8.self)
  }
}
