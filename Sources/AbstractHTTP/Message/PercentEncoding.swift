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
        encoded += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
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

  private static let hex = Array("0123456789ABCDEF".utf8)
}
