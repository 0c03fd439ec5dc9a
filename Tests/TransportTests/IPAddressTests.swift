import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct IPAddressTests {
  static let refused = [
    "0xffffffff", "0XFFFFFFFF", "0x", "192.168.257", "1", "0", "2130706433", "127.1", "127.0.1", "0x7f.1", "1.0x7f",
    "127.0.0.0x1", "0177.0.0.1", "127.0.0.01", "127.0.0.00", "08.8.8.8", "256.0.0.1", "1.2.3.1000", "1.2.3.4.5",
    "1..2.3",
    ".1.2.3.4", "1.2.3.4.", "1.", "0x1.", "h.test.1", "h.test.0xA", "a.09", "999999999999999999999999",
    "[1.2.3.4]", "[::1%eth0]", "[::1%25eth0]", "[fe80::1%251]", "[:::1]", "[1]", "[::ffff:0x7f.1]", "[::ffff:1.2.3]",
    "[::01.2.3.4]", "%31", "127.0.0.%31", "%31%32%37.0.0.1", "[::1", "::1",
  ]

  static let accepted = [
    "127.0.0.1", "0.0.0.0", "255.255.255.255", "8.8.8.8", "192.168.2.57", "[::1]", "[::]", "[2001:db8::8a2e:370:7334]",
    "[::ffff:1.2.3.4]", "[FE80::1]", "localhost", "h.test", "h.test.", "1.h", "1a", "127.0.0.1.nip.io", "0x7f.h", "0xg",
    "1e9", "h1", "h.x1", "0h", "x", "1-2", "1.2.3.4-", "1.2.3.4_", "xn--wgv71a.jp",
  ]

  @Test(arguments: refused + ["１２７.0.0.1", "127。0。0。1", "⑯.1", "0ｘ7f.1", "1\u{AD}27.0.0.1", "①", "h。1"])
  func `a number that libraries read in different ways is not a host`(host: String) {
    for text in ["http://\(host)/", "http://\(host)", "https://ada:pw@\(host):80/p?q", "http://\(host)?q"] {
      let error = #expect(throws: InvalidURL.self, "\(text)") { try URL(http: text) }
      #expect(error?.reason == .host || error?.reason == .port, "\(text)")
    }
  }

  @Test(arguments: accepted)
  func `a name, four decimal numbers, and IPv6 in brackets are hosts`(host: String) throws {
    for text in ["http://\(host)/", "http://\(host)", "https://ada:pw@\(host):80/p?q"] {
      #expect(try URL(http: text).absoluteString == text)
      #expect(try HTTPAddress(text).host == host.lowercased())
    }
  }

  @Test(arguments: [("http://ａ.test/", "http://a.test/"), ("http://é@1.2.3.4/", "http://%C3%A9@1.2.3.4/")])
  func `a name beyond ASCII stays a name, and a user beyond ASCII does not matter`(text: String, url: String) throws {
    #expect(try URL(http: text).absoluteString == url)
  }

  @Test func `a connection to such a number fails before it is sent`() async {
    let error = await HTTP("http://0x7f.1/").asData().outcome.errorInfo?.error

    #expect(error?.type == .invalidURL)
    #expect((error?.nativeError as? InvalidURL)?.reason == .host)
  }

  @Test(arguments: TestedEngine.robust, ["0x7f.1", "2130706433", "0177.0.0.1", "127.1", "127.0.0.1.", "１２７.0.0.1"])
  func `a redirect to such a number is not followed`(engine: TestedEngine, host: String) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "http://\(host):\(server.port)/there")).on(.get, "/there", .text("there"))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.statusCode == 302)
    #expect(server.requestCount == 1)
  }
}
