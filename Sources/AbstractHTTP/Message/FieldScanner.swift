/// Goes through the value of a header field, byte by byte.
struct FieldScanner {
  private let bytes: [UInt8]
  private(set) var place = 0

  /// Begins at the start of a text, which is taken for empty if it has a control character.
  init(_ text: String) { bytes = HTTPToken.isFieldValue(text) ? Array(text.utf8) : [] }

  /// The next byte; `nil` at the end.
  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Takes the next byte, if it is this one.
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

  /// Takes a quoted string (RFC 9110 §5.6.4), whose quotation mark is next.
  ///
  /// - Returns: Its text; `nil` if it has no end.
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

  /// Goes back to a place.
  mutating func go(to place: Int) { self.place = place }

  /// Whether a byte stands between two places.
  func has(_ byte: UInt8, from start: Int) -> Bool { bytes[start..<place].contains(byte) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
