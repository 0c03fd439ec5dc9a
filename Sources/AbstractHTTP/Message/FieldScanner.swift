/// Scans the value of a header field byte by byte.
struct FieldScanner {
  private let bytes: [UInt8]
  private(set) var place = 0

  /// Creates a scanner at the start of a text. A text with a control character is treated as empty.
  init(_ text: String) { bytes = HTTPToken.isFieldValue(text) ? Array(text.utf8) : [] }

  /// The next byte; `nil` at the end.
  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Consumes the next byte if it equals a byte.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  mutating func skip(while isPart: (UInt8) -> Bool) {
    while let byte = next, isPart(byte) { place += 1 }
  }

  mutating func skipSpaces() { skip(while: Self.isSpace) }

  mutating func text(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    skip(while: isPart)
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Consumes a quoted string (RFC 9110 §5.6.4) that starts at the next byte.
  ///
  /// - Returns: The text of the string; `nil` if it is unterminated.
  mutating func quoted() -> String? {
    var text: [UInt8] = []
    place += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
      text.append(bytes[place])
      place += 1
    }
    guard next != nil else { return nil }
    place += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Moves back to a position.
  mutating func go(to place: Int) { self.place = place }

  /// Returns whether a byte occurs between a position and the current one.
  func has(_ byte: UInt8, from start: Int) -> Bool { bytes[start..<place].contains(byte) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
