/// Percent-encoding of RFC 3986 §2.1, by byte.
enum PercentEncoding {
  /// Encodes every byte of the UTF-8 text that is not allowed; text that needs none is handed back as it is.
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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
