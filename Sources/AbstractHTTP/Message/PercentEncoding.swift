/// Percent-encoding by byte (RFC 3986 §2.1).
enum PercentEncoding {
  /// Encodes every byte of the UTF-8 text that isn't allowed. If none needs encoding, the text is returned unchanged.
  static func encode(_ text: some StringProtocol, leaving isAllowed: (UInt8) -> Bool) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isAllowed($0) }) else { return String(text) }
    var encoded = Array(bytes[..<first])
    encoded.reserveCapacity(bytes.count + 16)
    for byte in bytes[first...] {
      if isAllowed(byte) {
        encoded.append(byte)
      } else {
        append(byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes every `%` with its two digits; `nil` if a `%` isn't followed by two digits, or the result isn't UTF-8.
  ///
  /// Unlike Foundation's method, it keeps a leading U+FEFF.
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(validating: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(value(of:)), let low = rest.popFirst().flatMap(value(of:)) else {
        return nil
      }
      decoded.append(high << 4 | low)
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Appends a percent sign and the two digits of a byte.
  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digit(byte >> 4))
    bytes.append(digit(byte & 15))
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default:
      false
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
