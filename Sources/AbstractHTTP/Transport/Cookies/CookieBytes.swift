/// Parses cookies byte by byte, because a `String` combines `;` or `=` with a combining mark into one character.
enum CookieBytes {
  /// Returns the bytes without surrounding spaces and tabs.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return bytes.prefix(0) }
    let last = bytes.lastIndex { !isBlank($0) } ?? first
    return bytes[first...last]
  }

  /// Returns the name before the first `=`, and the value after it. The value is `nil` if there is no `=`.
  static func pair(_ bytes: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(bytes), nil) }
    return (trimmed(bytes[..<equals]), trimmed(bytes[(equals + 1)...]))
  }

  /// Returns whether the bytes equal a lowercase ASCII word, ignoring case.
  static func isSame(_ bytes: some Collection<UInt8>, _ word: String) -> Bool {
    bytes.count == word.utf8.count && begins(bytes, with: word)
  }

  static func begins(_ bytes: some Collection<UInt8>, with word: String) -> Bool {
    bytes.count >= word.utf8.count && zip(bytes, word.utf8).allSatisfy { HTTPToken.lowercased($0) == $1 }
  }

  /// Returns whether the bytes contain a control character other than a tab (RFC 6265bis §5.6).
  static func hasControl(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
  }

  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
