@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// `Location` headers, and URLs that a caller wrote (RFC 3986 §5.2).
  static let location = FuzzTarget(
    "location",
    seeds: [
      "https://user:password@example.test:8080/a/../b?c=d#e", "//other.test/x", "../../x/./y", "?q", "#f", "",
      "http://[::1]:80/", "HTTP://EXAMPLE.test", "http://0xffffffff/", "http://192.168.257/", "http:/x", "a:b",
      "/a b/\u{65E5}\u{672C}?\u{E9}=%zz", "http://ex%41mple.test/\\@x", "http://\u{FF11}27.0.0.1/", "/.//..//x/..",
    ]
  ) { input throws(Broken) in
    let text = input.text
    try checkResolving(text)
    guard let url = try? URL(http: text) else { return }
    let again = try? URL(http: url.absoluteString)
    try expect(again == url, "\(url) is read again as \(again.map { "\($0)" } ?? "nothing")")
    guard let address = try? HTTPAddress(url.absoluteString) else { return }
    try checkAddress(address)
  }

  private static func checkResolving(_ text: String) throws(Broken) {
    guard let base = try? HTTPAddress("https://example.test:444/a/b/c?d=e") else { return }
    let target = URIReference(text).resolved(against: base)
    guard let address = try? HTTPAddress(target) else { return }
    try checkAddress(address)
    let path = URIReference.normalized(String(address.path))
    try expect(URIReference.normalized(path) == path, "a path is normalized twice: \(path)")
  }

  private static func checkAddress(_ address: HTTPAddress) throws(Broken) {
    let again = try? HTTPAddress(address.text)
    let isSame = again?.host == address.host && again?.port == address.port && again?.target == address.target
    try expect(isSame && again?.isSecure == address.isSecure, "\(address.text) is read again as something else")
    try expect(again?.userInfo == nil && again?.fragment == nil, "\(address.text) has a user or a fragment")
    let isPlain = address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    try expect(isPlain && !address.host.isEmpty, "\(address.text.debugDescription) cannot be sent")
  }
}
