/// The character classes of RFC 9110, by byte.
enum HTTPToken {
  /// Whether the text is a token: one or more `tchar` (RFC 9110 §5.6.2), as methods and header names are.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// Whether the text can be sent as a header's value: no control character but the tab (RFC 9110 §5.5).
  static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// The text without the spaces and tabs around it (RFC 9110 §5.5).
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last) else { return text }
    let start = text.utf8.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.utf8.lastIndex { !isSpace($0) }.map(text.utf8.index(after:)) ?? start
    return String(text[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether two names are the same but for the case of ASCII letters.
  static func isSame(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || lowercased($0) == lowercased($1) }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}
