/// A source of randomness that is the same in every run: property tests take one a seed.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0xD1B5_4A32_D192_ED03 &+ 1 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A text of the characters that break things, and of ordinary ones.
  mutating func text(upTo length: Int = 8) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "0", "-", "_", ".", "~", "!", "$", "'", "(", ")", "*", ",", ";", ":", "@", "/", "?", "#", "[", "]", "%",
      "&", "=", "+", " ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "é", "\u{301}", "日", "本", "が", "😀", "\u{200D}",
      "\u{FE0F}", "\u{85}", "\u{2028}", "\u{FFFD}", "\u{10FFFF}",
    ]
    return text(of: scalars, upTo: length)
  }

  mutating func text(of scalars: [Unicode.Scalar], upTo length: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &self)])
    }
    return text
  }
}
