/// The multibyte encodings, by their names in the standard. The system converts them.
enum MultibyteEncoding: String, Sendable, Hashable {
  case gb18030
  case big5 = "Big5"
  case eucJP = "EUC-JP"
  case iso2022JP = "ISO-2022-JP"
  case shiftJIS = "Shift_JIS"
  case eucKR = "EUC-KR"
  /// The characters of EUC-JP that Shift_JIS doesn't have: those of JIS X 0212, three bytes each.
  case jisX0212 = "JIS X 0212"

  /// Decodes bytes in linear time.
  func decode(_ bytes: [UInt8]) throws(TextFlaw) -> String {
    guard !bytes.isEmpty else { return "" }
    switch self {
    case .eucJP:
      var decoder = try JapaneseDecoder()
      return try decoder.decodeEUC(bytes)
    case .iso2022JP:
      var decoder = try JapaneseDecoder()
      return try decoder.decodeISO2022(bytes)
    default:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 2)
      try SystemConverter(self).decode(bytes, into: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns a converter's text, in UTF-8, with confused characters corrected.
  fileprivate func corrected(_ text: [UInt8]) -> [UInt8] {
    let confused = confused
    guard !confused.isEmpty, !text.isEmpty else { return text }
    return String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { scalar in
      Array(UTF8.encode(confused[scalar] ?? scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension SystemConverter {
  /// Decodes bytes into UTF-8, and corrects the converter where it differs from the standard.
  borrowing func decode(_ bytes: [UInt8], into text: inout [UInt8]) throws(TextFlaw) {
    var place = 0
    var converted: [UInt8] = []
    while place < bytes.count {
      converted.removeAll(keepingCapacity: true)
      guard let count = convert(bytes[place...], into: &converted) else { throw .malformed }
      text += encoding.corrected(converted)
      place += count
      guard place < bytes.count else { return }
      guard let (character, count) = encoding.exception(bytes[place...]) else { throw .malformed }
      text += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
      place += count
    }
  }
}
