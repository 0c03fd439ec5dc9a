/// A hash function over blocks of 64 bytes, in which the last block ends with the length in bits.
protocol BlockHash {
  /// The state after the processed blocks.
  var hash: [UInt32] { get }

  init()

  mutating func add(_ block: ArraySlice<UInt8>)

  /// Returns the bytes of a number, in the order of the hash function.
  static func bytes(of number: some FixedWidthInteger) -> [UInt8]
}

extension BlockHash {
  /// Returns the digest of a text's UTF-8 as hexadecimal text in lower case.
  static func hexadecimal(of text: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let digest = digest(of: Array(text.utf8))
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func digest(of message: [UInt8]) -> [UInt8] {
    let padding = (119 - message.count % 64) % 64
    let padded = message + [0x80] + Array(repeating: 0, count: padding) + bytes(of: UInt64(message.count) &* 8)
    var function = Self()
    for start in stride(from: 0, to: padded.count, by: 64) { function.add(padded[start..<(start + 64)]) }
    return function.hash.flatMap { bytes(of: $0) }
  }
}
