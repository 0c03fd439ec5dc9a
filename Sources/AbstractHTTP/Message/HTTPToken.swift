/// The character classes of RFC 9110, by byte.
enum HTTPToken {
  /// Returns whether the text is a token: one or more `tchar` (RFC 9110 §5.6.2), like methods and header names.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// Returns whether the text can be a header's value: it contains no control character except tabs (RFC 9110 §5.5).
  static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Returns the text without surrounding spaces and tabs (RFC 9110 §5.5).
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last) else { return text }
    let start = text.utf8.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.utf8.lastIndex { !isSpace($0) }.map(text.utf8.index(after:)) ?? start
    return String(text[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns whether two names are equal, ignoring the case of ASCII letters.
  static func isSame(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    let isSame = one.utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other in
        one.indices.allSatisfy { one[$0] == other[$0] || lowercased(one[$0]) == lowercased(other[$0]) }
      }
    }
    return (isSame ?? nil)
      ?? zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || lowercased($0) == lowercased($1) }
  }

  /// Returns a number that is equal for names that differ only in case, and rarely for others. It depends on the length
  /// and on the eight bytes at each end.
  static func key(of name: String) -> UInt32 {
    name.utf8.withContiguousStorageIfAvailable(key) ?? Array(name.utf8).withUnsafeBufferPointer(key)
  }

  private static func key(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let word = min(bytes.count, 8)
    var (start, end): (UInt64, UInt64) = (0, 0)
    for index in 0..<word {
      // Upper-case and lower-case letters become equal, as do some other characters.
      start = start << 8 | UInt64(bytes[index] | 0x20)
      end = end << 8 | UInt64(bytes[bytes.count - word + index] | 0x20)
    }
    let mixed = (start ^ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15 ^ end &* 0xD1B5_4A32_D192_ED03
    return UInt32(truncatingIfNeeded: mixed >> 32)
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
