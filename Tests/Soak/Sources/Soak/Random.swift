/// Random numbers from a seed (SplitMix64).
struct Random: RandomNumberGenerator {
  private var state: UInt64

  /// Generators of different parts are independent of each other.
  init(_ seed: Int, _ parts: Int...) {
    state = UInt64(bitPattern: Int64(seed))
    for part in parts {
      state ^= UInt64(bitPattern: Int64(part)) &+ 0x9E37_79B9_7F4A_7C15
      state = next()
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Whether something happens that happens once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
