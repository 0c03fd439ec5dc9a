extension JSONParser {
  /// Reads a number: a 64-bit integer immediately, any other number as text, which is converted on demand.
  mutating func number() throws(JSONFlaw) -> JSON {
    let start = position
    let isNegative = bytes[start] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let magnitude = try integer()
    var isInteger = true
    if isNext(".") {
      isInteger = false
      position += 1
      try digits()
    }
    if isNext("e") || isNext("E") {
      isInteger = false
      position += 1
      if isNext("+") || isNext("-") { position += 1 }
      try digits()
    }
    if isInteger, let magnitude, let json = Self.integer(magnitude, isNegative: isNegative) { return json }
    return JSON(.number(String(decoding: bytes[start..<position], as: UTF8.self)))
  }

  /// Returns a 64-bit number; `nil` for minus zero.
  private static func integer(_ magnitude: UInt64, isNegative: Bool) -> JSON? {
    if !isNegative { return magnitude > Int64.max ? JSON(.uint(magnitude)) : JSON(.int(Int64(magnitude))) }
    if magnitude == 0 || magnitude > Int64.min.magnitude { return nil }
    return JSON(.int(Int64(truncatingIfNeeded: 0 &- magnitude)))
  }

  /// Reads digits without leading zeros.
  ///
  /// - Returns: The integer, or `nil` if it has more than 64 bits.
  private mutating func integer() throws(JSONFlaw) -> UInt64? {
    let start = position
    var value: UInt64 = 0
    var isExact = true
    while let digit = digit {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsMore) = product.addingReportingOverflow(UInt64(digit))
      value = sum
      if overflows || overflowsMore { isExact = false }
      position += 1
    }
    guard position > start else { throw flaw("a digit is expected") }
    guard position == start + 1 || bytes[start] != UInt8(ascii: "0") else {
      throw flaw("a number can't begin with a zero", at: start)
    }
    return isExact ? value : nil
  }

  private mutating func digits() throws(JSONFlaw) {
    guard digit != nil else { throw flaw("a digit is expected") }
    while digit != nil { position += 1 }
  }

  private var digit: UInt8? {
    guard position < bytes.count else { return nil }
    let digit = bytes[position] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  private func isNext(_ character: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: character)
  }
}
