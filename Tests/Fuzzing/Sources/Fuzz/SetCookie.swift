@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// `Set-Cookie` headers, one a line, of a server in a jar (RFC 6265 §5.2).
  static let setCookie = FuzzTarget(
    "set-cookie",
    seeds: [
      "a=b; Path=/; Secure; HttpOnly; SameSite=Lax", "a=b; Domain=.example.test; Max-Age=3600\na=c; Path=/x",
      "__Host-a=b; Secure; Path=/\n__Secure-b=c; Secure", "a=b; Expires=Sun, 06 Nov 2994 08:49:37 GMT",
      "a=\"quoted; b\"; Domain=test; Max-Age=-1", "=x; Domain=com.", "a; b; c==;;; domain=; path=x",
      "e\u{301}=\u{1F600}",
    ]
  ) { input throws(Broken) in
    let jar = CookieJar()
    guard let own = URL(string: "https://www.example.test/x/y"), let other = URL(string: "https://other.test/x/y"),
      let plain = URL(string: "http://www.example.test/x/y")
    else { return }
    for line in input.split(separator: UInt8(ascii: "\n")) { jar.keep(Array(line).text, from: own) }
    try expect(jar.header(for: other) == nil, "a cookie goes to another site: \(jar.header(for: other) ?? "")")
    for url in [own, plain] {
      guard let header = jar.header(for: url) else { continue }
      try expect(HTTPToken.isFieldValue(header), "the header cannot be sent: \(header.debugDescription)")
      try expect(header.utf8.count <= 3 * input.count + 4, "the cookies are longer than the input")
    }
    try expect(jar.count <= 3_000, "there are \(jar.count) cookies")
    if let date = CookieDate.date(of: input[...]) {
      try expect(date.timeIntervalSince1970 < 253_402_300_800, "a date after the year 9999: \(date)")
    }
  }
}
