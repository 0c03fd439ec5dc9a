/// The amounts of bits by which two functions of SHA-2 rotate or shift a word.
typealias SHA2Amounts<Word> = (first: (Word, Word, Word), second: (Word, Word, Word))

/// A hash function of FIPS 180-4 §6. They differ in the size of a word, the initial hash, and a few constants.
protocol SHA2: BlockHash {
  var hash: [Word] { get set }

  /// A number for each round: the first bits of the fractional parts of the cube roots of the first primes.
  static var constants: [Word] { get }

  /// The rotations of Σ1 and Σ0.
  static var mixing: SHA2Amounts<Word> { get }

  /// The rotations of σ0 and σ1, each followed by the shift.
  static var scheduling: SHA2Amounts<Word> { get }
}

extension SHA2 {
  static var digestSize: Int { 32 }

  /// Returns the bytes of a number, highest first.
  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  mutating func add(_ block: ArraySlice<UInt8>) {
    let (words, mixing) = (Self.schedule(block), Self.mixing)
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for (word, constant) in zip(words, Self.constants) {
      let choice = (e & f) ^ (~e & g)
      let one = h &+ Self.mixed(e, mixing.first) &+ choice &+ constant &+ word
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let two = Self.mixed(a, mixing.second) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    hash = zip(hash, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [Word] {
    let size = Word.bitWidth / 8
    var words = stride(from: block.startIndex, to: block.endIndex, by: size).map { place in
      block[place..<(place + size)].reduce(Word(0)) { $0 << 8 | Word($1) }
    }
    for place in 16..<constants.count {
      let one = scheduled(words[place - 15], scheduling.first)
      let two = scheduled(words[place - 2], scheduling.second)
      words.append(words[place - 16] &+ one &+ words[place - 7] &+ two)
    }
    return words
  }

  private static func mixed(_ word: Word, _ amounts: (Word, Word, Word)) -> Word {
    rotated(word, amounts.0) ^ rotated(word, amounts.1) ^ rotated(word, amounts.2)
  }

  private static func scheduled(_ word: Word, _ amounts: (Word, Word, Word)) -> Word {
    rotated(word, amounts.0) ^ rotated(word, amounts.1) ^ (word >> amounts.2)
  }

  private static func rotated(_ word: Word, _ count: Word) -> Word {
    word >> count | word << (Word(truncatingIfNeeded: Word.bitWidth) - count)
  }
}
