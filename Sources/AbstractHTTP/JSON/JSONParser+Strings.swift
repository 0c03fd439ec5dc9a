extension JSONParser {
  /// Reads a string, starting at its quote.
  mutating func string() throws(JSONFlaw) -> String {
    let start = position + 1
    var end = start
    var union: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        position = end + 1
        return try text(UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: union < 0x80, from: start)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start, firstEscape: end) }
      guard byte >= 0x20 else { throw flaw("a control character must be escaped", at: end) }
      union |= byte
      end += 1
    }
    throw flaw(JSONFlaw.endsInString, at: end)
  }

  private func text(_ utf8: UnsafeBufferPointer<UInt8>, isASCII: Bool, from start: Int) throws(JSONFlaw) -> String {
    if isASCII { return String(decoding: utf8, as: UTF8.self) }
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw flaw("invalid UTF-8", at: invalidUTF8(from: start))
    }
    return text
  }

  /// Returns the position of the first byte that isn't UTF-8.
  private func invalidUTF8(from start: Int) -> Int {
    var offset = start
    var decoder = UTF8()
    var rest = bytes[start...].makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
    return offset
  }

  private mutating func escapedString(from start: Int, firstEscape: Int) throws(JSONFlaw) -> String {
    var utf8 = [UInt8](bytes[start..<firstEscape])
    position = firstEscape
    while let byte = plain(into: &utf8) {
      guard byte >= 0x20 else { throw flaw("a control character must be escaped") }
      position += 1
      if byte == UInt8(ascii: "\\") {
        try escape(into: &utf8)
      } else if let text = String(validating: utf8, as: UTF8.self) {
        return text
      } else {
        throw flaw("invalid UTF-8", at: invalidUTF8(from: start))
      }
    }
    throw flaw(JSONFlaw.endsInString)
  }

  /// Reads unescaped bytes.
  ///
  /// - Returns: The quote, backslash, or control character that follows; `nil` at the end.
  private mutating func plain(into utf8: inout [UInt8]) -> UInt8? {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        utf8.append(contentsOf: bytes[start..<position])
        return byte
      }
      position += 1
    }
    return nil
  }

  /// Reads the escape sequence after a backslash.
  private mutating func escape(into utf8: inout [UInt8]) throws(JSONFlaw) {
    guard position < bytes.count else { throw flaw(JSONFlaw.endsInString) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(byte)
    case UInt8(ascii: "b"): utf8.append(0x08)
    case UInt8(ascii: "f"): utf8.append(0x0C)
    case UInt8(ascii: "n"): utf8.append(0x0A)
    case UInt8(ascii: "r"): utf8.append(0x0D)
    case UInt8(ascii: "t"): utf8.append(0x09)
    case UInt8(ascii: "u"): utf8.append(contentsOf: String(try scalar()).utf8)
    default: throw flaw("the escape is invalid", at: position - 2)
    }
  }

  /// Reads the digits of `\u`, and of a second escape if the first one is half of a surrogate pair.
  private mutating func scalar() throws(JSONFlaw) -> Unicode.Scalar {
    let start = position - 2
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw flaw("half of a surrogate pair isn't a character", at: start) }
    position += 2
    let second = try codeUnit()
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw flaw("half of a surrogate pair isn't a character", at: start) }
    return scalar
  }

  private mutating func codeUnit() throws(JSONFlaw) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Self.hexadecimal(bytes[position]) else {
        throw flaw("four hexadecimal digits are expected")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
