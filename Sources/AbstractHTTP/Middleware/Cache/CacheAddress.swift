import Foundation

/// The address under which responses are stored: a request's address in normal form (RFC 9110 §4.2.3).
///
/// Scheme and host are in lower case, a default port and the fragment are omitted, and an empty path is `/`.
struct CacheAddress: Sendable, Hashable {
  let text: String
  /// The `user:password` of the URL, from which the transport creates an `Authorization` header.
  let userInfo: String?

  /// Creates an address; `nil` if the URL isn't an `http` or `https` address.
  init?(_ url: URL) {
    let text = url.absoluteString
    if Self.isNormal(text) {
      self.init(text: text, userInfo: nil)
    } else {
      guard let address = try? HTTPAddress(text) else { return nil }
      self.init(address)
    }
  }

  init(_ address: HTTPAddress) {
    let scheme = address.isSecure ? "https" : "http"
    let port = address.port == (address.isSecure ? 443 : 80) ? "" : ":\(address.port)"
    let slash = address.target.utf8.first == UInt8(ascii: "/") ? "" : "/"
    self.init(text: "\(scheme)://\(address.host)\(port)\(slash)\(address.target)", userInfo: address.userInfo)
  }

  private init(text: String, userInfo: String?) {
    self.text = text
    self.userInfo = userInfo
  }

  /// Returns whether a text is certainly in normal form already, as most are.
  private static func isNormal(_ text: String) -> Bool {
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return false }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      let start = bytes[4] == UInt8(ascii: "s") ? 8 : 7
      guard let slash = bytes[start...].firstIndex(where: { !isNameByte($0) }), slash > start else { return false }
      return bytes[slash] == UInt8(ascii: "/")
        && bytes[slash...].allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    } ?? false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
