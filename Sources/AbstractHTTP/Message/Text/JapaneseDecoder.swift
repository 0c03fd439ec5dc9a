/// Decodes EUC-JP and ISO-2022-JP (WHATWG Encoding §12.1, §12.2) through Shift_JIS.
///
/// All three encodings use the same table, but the systems' converters only support all its rows in Shift_JIS.
struct JapaneseDecoder: ~Copyable {
  private enum Mode { case ascii, roman, katakana, kanji }

  private let converter: SystemConverter
  /// The text so far, in UTF-8, followed by text in Shift_JIS.
  private var text: [UInt8] = []
  private var pending: [UInt8] = []

  init() throws(TextFlaw) { converter = try SystemConverter(.shiftJIS) }

  mutating func decodeEUC(_ bytes: [UInt8]) throws(TextFlaw) -> String {
    let supplement = try SystemConverter(.jisX0212)
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...].prefix(3)
      switch (bytes[place], rest.count) {
      case (..<0x80, _):
        pending.append(bytes[place])
        place += 1
      case (0x8E, 2...) where (0xA1...0xDF).contains(bytes[place + 1]):
        pending.append(bytes[place + 1])
        place += 2
      case (0x8F, 3...):
        place = try addSupplement(bytes, from: place, by: supplement)
      case (_, 2...):
        try addKanji(bytes[place], bytes[place + 1], from: 0xA1)
        place += 2
      default:
        throw .malformed
      }
    }
    return try finished()
  }

  mutating func decodeISO2022(_ bytes: [UInt8]) throws(TextFlaw) -> String {
    var mode = Mode.ascii
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x1B {
        mode = try Self.mode(after: bytes[place...].dropFirst().prefix(2))
        place += 3
      } else if mode == .kanji {
        guard place + 1 < bytes.count else { throw .malformed }
        try addKanji(byte, bytes[place + 1], from: 0x21)
        place += 2
      } else {
        try add(byte, in: mode)
        place += 1
      }
    }
    return try finished()
  }

  private static func mode(after escape: ArraySlice<UInt8>) throws(TextFlaw) -> Mode {
    switch Array(escape) {
    case Array("(B".utf8): .ascii
    case Array("(J".utf8): .roman
    case Array("(I".utf8): .katakana
    case Array("$@".utf8), Array("$B".utf8): .kanji
    default: throw .malformed
    }
  }

  private mutating func add(_ byte: UInt8, in mode: Mode) throws(TextFlaw) {
    switch (mode, byte) {
    case (.roman, 0x5C): try add("\u{A5}")
    case (.roman, 0x7E): try add("\u{203E}")
    case (.katakana, 0x21...0x5F): pending.append(byte + 0x80)
    case (.ascii, ..<0x80), (.roman, ..<0x80):
      guard byte != 0x0E, byte != 0x0F else { throw .malformed }
      pending.append(byte)
    default: throw .malformed
    }
  }

  /// Appends the character at a row and a column, which are counted from a byte.
  private mutating func addKanji(_ row: UInt8, _ column: UInt8, from first: UInt8) throws(TextFlaw) {
    let range = first...(first + 93)
    guard range.contains(row), range.contains(column) else { throw .malformed }
    let place = Int(row - first) * 94 + Int(column - first)
    let (lead, trail) = (place / 188, place % 188)
    pending.append(UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)))
    pending.append(UInt8(trail + (trail < 0x3F ? 0x40 : 0x41)))
  }

  /// Appends a run of characters of JIS X 0212.
  private mutating func addSupplement(
    _ bytes: [UInt8],
    from start: Int,
    by supplement: borrowing SystemConverter
  ) throws(TextFlaw) -> Int {
    var end = start
    while end + 2 < bytes.count, bytes[end] == 0x8F { end += 3 }
    try flush()
    try supplement.decode(Array(bytes[start..<end]), into: &text)
    return end
  }

  private mutating func add(_ character: Unicode.Scalar) throws(TextFlaw) {
    try flush()
    text += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
  }

  private mutating func flush() throws(TextFlaw) {
    guard !pending.isEmpty else { return }
    try converter.decode(pending, into: &text)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func finished() throws(TextFlaw) -> String {
    try flush()
    return String(decoding: text, as: UTF8.self)
  }
}
