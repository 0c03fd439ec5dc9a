/// A decimal number of any length: `0.` and the digits, times ten raised to the exponent.
///
/// Exponents beyond ±10¹⁷ are considered equal.
struct JSONDecimal: Hashable {
  let isNegative: Bool
  /// The digits without zeros at either end; empty for zero.
  let digits: [UInt8]
  let exponent: Int

  /// Reads a number's valid text.
  init(_ text: String) {
    var digits: [UInt8] = []
    var (integerCount, fractionBegan) = (0, false)
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    for byte in mantissa {
      if byte == UInt8(ascii: ".") { fractionBegan = true }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { continue }
      digits.append(byte - UInt8(ascii: "0"))
      if !fractionBegan { integerCount += 1 }
    }
    let leading = digits.prefix { $0 == 0 }.count
    let trailing = digits.dropFirst(leading).reversed().prefix { $0 == 0 }.count
    self.digits = Array(digits[leading..<(digits.count - trailing)])
    let isZero = self.digits.isEmpty
    isNegative = !isZero && text.utf8.first == UInt8(ascii: "-")
    exponent = isZero ? 0 : Self.exponent(of: text.utf8.dropFirst(mantissa.count + 1)) + integerCount - leading
  }

  /// Parses the text after an `e`, within the range of an `Int`.
  private static func exponent(of text: Substring.UTF8View) -> Int {
    var value = 0
    for byte in text where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 100_000_000_000_000_000)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  var isIntegral: Bool { exponent >= digits.count }

  /// The number truncated to an integer, if that fits in 64 bits.
  var truncated: JSONNumber? {
    guard exponent <= 20 else { return nil }
    var magnitude: UInt64 = 0
    for place in 0..<max(0, exponent) {
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflowsMore) = product.addingReportingOverflow(place < digits.count ? UInt64(digits[place]) : 0)
      if overflows || overflowsMore { return nil }
      magnitude = sum
    }
    if isNegative {
      return magnitude <= Int64.min.magnitude ? .int(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
    }
    return Int64(exactly: magnitude).map(JSONNumber.int) ?? .uint(magnitude)
  }
}

extension JSONDecimal: Comparable {
  static func < (one: JSONDecimal, other: JSONDecimal) -> Bool {
    guard one.isNegative == other.isNegative else { return one.isNegative }
    return one.isNegative ? other.isCloserToZero(than: one) : one.isCloserToZero(than: other)
  }

  private func isCloserToZero(than other: JSONDecimal) -> Bool {
    guard !digits.isEmpty, !other.digits.isEmpty else { return digits.isEmpty && !other.digits.isEmpty }
    guard exponent == other.exponent else { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
