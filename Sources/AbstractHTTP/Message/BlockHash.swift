/// A hash function over blocks of 16 words, in which the last block ends with the length in bits, two words long.
protocol BlockHash {
  associatedtype Word: FixedWidthInteger

  /// The state after the processed blocks.
  var hash: [Word] { get }

  /// The number of bytes of a digest, which may be a part of the state.
  static var digestSize: Int { get }

  init()

  mutating func add(_ block: ArraySlice<UInt8>)

  /// Returns the bytes of a number, in the order of the hash function.
  static func bytes(of number: some FixedWidthInteger) -> [UInt8]
}

extension BlockHash {
  /// Returns the digest of a text's UTF-8 as hexadecimal text in lower case.
  static func hexadecimal(of text: String) -> String { hexadecimal(of: Array(text.utf8)) }

  /// Returns the digest of bytes as hexadecimal text in lower case.
  static func hexadecimal(of message: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  static func digest(of message: [UInt8]) -> [UInt8] {
    let (block, length) = (Word.bitWidth * 2, Word.bitWidth / 4)
    let padding = (block * 2 - 1 - length - message.count % block) % block + length - 8
    let whole = message.count / block * block
    let zeros = Array<UInt8>(repeating: 0, count: padding)
    let rest = Array(message[whole...]) + [0x80] + zeros + bytes(of: UInt64(message.count) &* 8)
    var function = Self()
    for start in stride(from: 0, to: whole, by: block) { function.add(message[start..<(start + block)]) }
    for start in stride(from: 0, to: rest.count, by: block) { function.add(rest[start..<(start + block)]) }
    return Array(function.hash.flatMap { bytes(of: $0) }.prefix(digestSize))
  }
}
