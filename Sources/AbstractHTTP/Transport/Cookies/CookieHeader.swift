import Foundation

/// The `Cookie` field of a request (RFC 6265bis §5.8.3).
enum CookieHeader {
  /// The maximum length of the value in bytes. It keeps the whole line, including `Cookie: ` and the line end, within
  /// the 8,190 bytes that common servers accept.
  static let limit = 8_180

  /// Returns the value, with as many cookies as fit, in order; empty if there are none.
  static func bytes(of pairs: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(pairs.reduce(0) { $0 + $1.count + 2 }, limit))
    for pair in pairs {
      let start = bytes.isEmpty ? 0 : bytes.count + 2
      guard start + pair.count <= limit else { continue }
      if start > 0 {
        bytes.append(UInt8(ascii: ";"))
        bytes.append(UInt8(ascii: " "))
      }
      bytes.append(contentsOf: pair)
    }
    return bytes
  }
}

extension CookieJar {
  func header(for address: HTTPAddress, at now: @autoclosure () -> Date) -> String? {
    field(for: address, at: now())?.value
  }

  /// Returns the `Cookie` field of a request, and marks its cookies as used; `nil` if there are none.
  func field(for address: HTTPAddress, at now: @autoclosure () -> Date) -> HTTPHeaders.Field? {
    let pairs = pairs(for: address, at: now())
    return pairs.isEmpty ? nil : HTTPHeaders.Field(name: "Cookie", bytes: CookieHeader.bytes(of: pairs))
  }
}

extension TransferSettings {
  /// Adds the jar's cookies for the address, unless the request already has cookies.
  func addCookies(to request: inout WireRequest) {
    guard isCookieEnabled, !request.headers.contains("Cookie") else { return }
    guard let field = cookieJar.field(for: request.address, at: Date()) else { return }
    request.headers.append(field)
  }

  func keepCookies(of response: WireResponse, from address: HTTPAddress) {
    guard isCookieEnabled, response.headers.contains("Set-Cookie") else { return }
    let fields = response.headers.filter { HTTPToken.isSame($0.name, "Set-Cookie") }
    cookieJar.keep(fields.map(\.bytes), from: address, at: Date())
  }
}
