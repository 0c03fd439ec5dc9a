/// The range of bytes in a request (RFC 9110 §14.1.2).
enum ByteRange: Sendable, Hashable {
  /// The bytes from a position, through another one or to the end.
  case from(Int, through: Int?)
  /// A number of bytes at the end.
  case last(Int)

  /// Parses a `Range` field; `nil` for several ranges, other units, and malformed values. Numbers that are too large
  /// are clamped.
  init?(_ text: String) {
    let sides = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, HTTPToken.isSame(HTTPToken.trimmed(String(Substring(sides[0]))), "bytes") else {
      return nil
    }
    let ends = HTTPToken.trimmed(String(Substring(sides[1]))).utf8
      .split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return nil
    case (true, false):
      guard let count = Self.number(ends[1]) else { return nil }
      self = .last(count)
    case (false, true):
      guard let first = Self.number(ends[0]) else { return nil }
      self = .from(first, through: nil)
    case (false, false):
      guard let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else { return nil }
      self = .from(first, through: last)
    }
  }

  /// Returns the positions in a body of a given length; `nil` if none is in the range.
  func places(in count: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last): first < count ? first..<(min(last ?? count, count - 1) + 1) : nil
    case .last(let length): length > 0 && count > 0 ? max(count - length, 0)..<count : nil
    }
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { number, digit in
      let (product, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.addingReportingOverflow(Int(digit - 0x30))
      return isLarge || isTooLarge ? Int.max : sum
    }
  }
}
