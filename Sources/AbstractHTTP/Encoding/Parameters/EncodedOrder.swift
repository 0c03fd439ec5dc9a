/// Compares parameters by their encoded bytes, without encoding them.
struct EncodedOrder {
  private let urlEncoder: FormURLEncoder
  private let space: Int

  init(_ urlEncoder: FormURLEncoder) {
    self.urlEncoder = urlEncoder
    space = urlEncoder.spaceEncoding == .plusReplaced ? Self.place(UInt8(ascii: "+")) : Self.escaped(UInt8(ascii: " "))
  }

  func isBefore(_ one: KeyValue, _ other: KeyValue) -> Bool {
    var (bytes, otherBytes) = (one.key.utf8.makeIterator(), other.key.utf8.makeIterator())
    while true {
      let (byte, otherByte) = (bytes.next(), otherBytes.next())
      if byte == otherByte {
        if byte == nil { break }
        continue
      }
      let (place, otherPlace) = (place(of: byte), place(of: otherByte))
      if place != otherPlace { return place < otherPlace }
    }
    guard let value = one.value, let otherValue = other.value else { return false }
    return value.utf8.lexicographicallyPrecedes(otherValue.utf8) { place(of: $0) < place(of: $1) }
  }

  /// Returns the sort position of an encoded byte, or of the end of a key, after which `=` follows.
  private func place(of byte: UInt8?) -> Int {
    guard let byte else { return Self.place(UInt8(ascii: "=")) }
    if urlEncoder.isAllowed(byte) { return Self.place(byte) }
    return byte == UInt8(ascii: " ") ? space : Self.escaped(byte)
  }

  private static func place(_ byte: UInt8) -> Int { Int(byte) << 8 }

  /// For two escaped bytes, the digits are compared.
  private static func escaped(_ byte: UInt8) -> Int { place(UInt8(ascii: "%")) | Int(byte) }
}
