public import Foundation

/// Encodes the keys and values of forms: `application/x-www-form-urlencoded`, in a body or in a query.
///
/// ```swift
/// FormURLEncoder().encode("a b/c")                                  // a%20b/c
/// FormURLEncoder(spaceEncoding: .plusReplaced).encode("1 + 1")      // 1+%2B+1
/// connection.urlEncoder = FormURLEncoder(spaceEncoding: .plusReplaced)
/// ```
///
/// Text is encoded as UTF-8; each byte that isn't allowed becomes `%` and two digits (RFC 3986 §2.1). By default, the
/// unreserved characters (§2.3) are allowed, and so are `/` and `?`, which have no special meaning in a query (§3.4):
/// Alamofire's set.
public struct FormURLEncoder: URLEncoder, Hashable {
  /// The encoding of a space.
  public enum SpaceEncoding: Sendable, Hashable {
    /// `%20`, which every server reads.
    case percentEscaped
    /// `+`, as in the forms of browsers (WHATWG URL §5).
    case plusReplaced
  }

  /// The encoding of a space, regardless of the allowed characters.
  public var spaceEncoding: SpaceEncoding

  // NB: one bit for each character, because querying a `CharacterSet` costs as much as writing the byte thirty times.
  private var allowed: (low: UInt64, high: UInt64)

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - spaceEncoding: The encoding of a space. Defaults to `%20`.
  ///   - allowedCharacters: The characters that aren't encoded. Defaults to letters, digits, and `-._~/?`. A space and
  ///     characters outside ASCII are ignored.
  public init(spaceEncoding: SpaceEncoding = .percentEscaped, allowedCharacters: CharacterSet? = nil) {
    self.spaceEncoding = spaceEncoding
    allowed = allowedCharacters.map(Self.bits) ?? Self.usual
  }

  /// The ASCII characters that aren't encoded.
  public var allowedCharacters: CharacterSet {
    get { CharacterSet((0..<128).filter(isAllowed).map { Unicode.Scalar($0) }) }
    set { allowed = Self.bits(of: newValue) }
  }

  /// Encodes a key or a value.
  public func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isAllowed) { return text }
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where !isAllowed(byte) {
        bytes.append(contentsOf: utf8[start..<index])
        append(escaped: byte, to: &bytes)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  /// Returns whether the byte isn't encoded. A space always is.
  func isAllowed(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return (byte < 64 ? allowed.low &>> UInt64(byte) : allowed.high &>> UInt64(byte & 63)) & 1 == 1
  }

  private func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    if byte == UInt8(ascii: " "), spaceEncoding == .plusReplaced {
      bytes.append(UInt8(ascii: "+"))
    } else {
      PercentEncoding.append(byte, to: &bytes)
    }
  }

  private static let usual = bits {
    PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
  }

  private static func bits(of characters: CharacterSet) -> (low: UInt64, high: UInt64) {
    bits { $0 != UInt8(ascii: " ") && characters.contains(Unicode.Scalar($0)) }
  }

  private static func bits(where isAllowed: (UInt8) -> Bool) -> (low: UInt64, high: UInt64) {
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for bit in UInt8(0)..<64 {
      if isAllowed(bit) { bits.low |= 1 &<< UInt64(bit) }
      if isAllowed(bit + 64) { bits.high |= 1 &<< UInt64(bit) }
    }
    return bits
  }
}

extension FormURLEncoder {
  /// Whether two encoders encode every text identically.
  public static func == (one: Self, other: Self) -> Bool {
    one.spaceEncoding == other.spaceEncoding && one.allowed == other.allowed
  }

  /// Hashes the encoding of a space, and the allowed characters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(spaceEncoding)
    hasher.combine(allowed.low)
    hasher.combine(allowed.high)
  }
}
