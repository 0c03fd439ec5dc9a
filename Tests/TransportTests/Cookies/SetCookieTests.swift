import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// How a `Set-Cookie` field is read (RFC 6265bis §5.6, §5.7).
struct SetCookieTests {
  private let scene = CookieScene()

  @Test(arguments: [
    ("a=1;\u{301}; Path=/", "a=1"), ("a=\u{301}1", "a=\u{301}1"), ("a=1; Path=/;\u{301}Secure", "a=1"),
    ("a=1;\u{301}Path=/elsewhere", "a=1"), ("a=1; Path=\u{301}/elsewhere", "a=1"), ("a\u{301}=1", "a\u{301}=1"),
    ("a=1\u{FE0F};\u{200D}", "a=1\u{FE0F}"), ("a=日本; Path=/", "a=日本"), ("a==1=", "a==1="), ("a = 1 ; Path = / ", "a=1"),
    ("a=1;;;=;,;Path=/", "a=1"), ("a=\t1\t", "a=1"), ("a=1\t2", "a=1\t2"), ("a=\"1; 2\"", "a=\"1"), ("a=", "a="),
  ])
  func `takes a field apart by its bytes`(line: String, sent: String) throws {
    try scene.keep(line)

    #expect(try scene.header().map { Array($0.utf8) } == Array(sent.utf8))
  }

  @Test func `tells names apart that Unicode holds to be equal`() throws {
    try scene.keep("\u{E9}=1", "e\u{301}=2")

    #expect(scene.jar.count == 2)
  }

  @Test(arguments: [
    "", " ", "a", "=", "=1", " =1", "==1", "; a=1", "a=1\u{7}", "a=1; Path=/\u{1F}", "a=1\r\nX: 1", "a=1\u{7F}",
    "a\0=1",
    "=__Host-a=1; Secure; Path=/",
  ])
  func `ignores a cookie without a name, and control characters anywhere`(line: String) throws {
    try scene.keep(line)

    #expect(scene.jar.count == 0)
  }

  @Test(arguments: [(1, 4_095, true), (4_095, 1, true), (1, 4_096, false), (4_097, 0, false), (2, 2_047 * 2, true)])
  func `keeps 4,096 bytes of name and value`(name: Int, value: Int, isKept: Bool) throws {
    try scene.keep(String(repeating: "n", count: name) + "=" + String(repeating: "v", count: value))

    #expect((scene.jar.count == 1) == isKept)
  }

  @Test func `ignores an attribute of more than 1,024 bytes`() throws {
    let long = "/" + String(repeating: "x", count: 1_023)
    try scene.keep("a=1; Path=\(long)", "b=1; Path=\(long)x", "c=1; Path=/c; Path=\(long)x", "d=1; Domain=\(long)x")

    #expect(try scene.names() == ["b", "d"])
    #expect(try scene.names("https://example.com\(long)/y") == ["a", "b", "d"])
    #expect(try scene.names("https://example.com/c") == ["c", "b", "d"])
  }

  @Test func `ignores a cookie whose default path is longer than 1,024 bytes`() throws {
    let long = "https://example.com/" + String(repeating: "x", count: 2_000) + "/"
    try scene.keep("a=1", "b=1; Path=/", from: long)

    #expect(try scene.names(long) == ["b"])
  }

  @Test(arguments: [
    ("a=1; Domain=example.com; Domain=", false), ("a=1; Domain=; Domain=example.com", true), ("a=1; Domain", false),
    ("a=1; Domain=.", false), ("a=1; DOMAIN=.Example.COM", true), ("a=1; Domain=other.org; Domain=example.com", true),
  ])
  func `takes the last domain, and an empty one as none`(line: String, reachesSubdomains: Bool) throws {
    try scene.keep(line)

    #expect(try scene.header() == "a=1")
    #expect(try scene.header("https://www.example.com/") == (reachesSubdomains ? "a=1" : nil))
  }

  @Test(arguments: [
    "com", ".com", "com.", ".com.", "..example.com", "example.com.", "example..com", ".", "other.org",
    "www.example.com",
    "xample.com", "example.com:443", "\"example.com\"", "example.com\u{301}", "ex\u{E4}mple.com",
    "example.com, example.com",
  ])
  func `refuses a domain that isn't the host's`(domain: String) throws {
    try scene.keep("a=1; Domain=\(domain)")

    #expect(scene.jar.count == (domain == "." ? 1 : 0))
  }

  @Test(arguments: [
    ("http://0x7f.1/", "1"), ("http://1.2.3.4/", "2.3.4"), ("http://1.2.3.4/", "4"), ("http://a.0x10/", "0x10"),
    ("http://a.257/", "257"), ("http://a.0X1f/", "0x1f"), ("http://a.0x/", "0x"), ("http://a.1./", "1."),
  ])
  func `knows numeric hosts as addresses, in every notation`(url: String, domain: String) throws {
    guard (try? HTTPAddress(url)) != nil else { return }
    try scene.keep("a=1; Domain=\(domain)", from: url)

    #expect(scene.jar.count == 0)
  }

  @Test(arguments: [
    ("1.2.3.4", true), ("127.1", true), ("0x7f000001", true), ("0xffffffff", true), ("2130706433", true),
    ("[::1]", true),
    ("a.1", true), ("a.0x", true), ("1.2.3.4.", true), ("a.01", true), ("1.2.3.4a", false), ("a.b1", false),
    ("0xg", false), ("x0", false), ("1e3", false), ("", false), (".", false), ("localhost", false), ("1.com", false),
  ])
  func `an address ends in a number, or has brackets`(host: String, isAddress: Bool) {
    #expect(CookieTarget.isAddress(host) == isAddress)
  }

  @Test(arguments: [
    ("__Secure-a=1", false), ("__SECURE-a=1", false), ("__secure-a=1; Secure", true),
    ("__hoST-a=1; Secure", false), ("__host-a=1; Secure; Path=/", true), ("__HOST-a=1; Path=/", false),
    ("__Host-a=1; Secure; Path=/a", false), ("__Host-a=1; Secure; Path=/; Domain=example.com", false),
    ("__Host-a=1; Secure; Path=/; Domain=", true), ("__Hostile=1", true), ("x__Host-a=1", true),
  ])
  func `holds a name to its prefix, in any case`(line: String, isKept: Bool) throws {
    try scene.keep(line)

    #expect((scene.jar.count == 1) == isKept)
  }

  @Test(arguments: [
    ("Max-Age=60", 60), ("Max-Age=060", 60), ("Max-Age=99999999999999999999999", 34_560_000),
    ("Max-Age=34560001", 34_560_000),
    ("Expires=Fri, 31 Dec 9999 23:59:59 GMT", 34_560_000), ("Max-Age=60; Max-Age=abc", 60),
    ("Max-Age=5; Max-Age=60", 60),
    ("Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 60),
    ("Expires=Tue, 14 Nov 2023 22:14:20 GMT; Expires=soon", 60),
  ])
  func `ends a cookie at its time, after 400 days at the latest`(attributes: String, seconds: Double) throws {
    try scene.keep("a=1; \(attributes)")

    #expect(scene.jar.cookies(at: scene.now).map(\.expires) == [scene.now.addingTimeInterval(seconds)])
    #expect(try scene.header(after: seconds - 1) == "a=1")
    #expect(try scene.header(after: seconds) == nil)
  }

  @Test(arguments: [
    "Max-Age=", "Max-Age=+5", "Max-Age=1.5", "Max-Age=-", "Max-Age=1 2", "Max-Age=٥", "Expires=", "Expires=0",
  ])
  func `ignores an age and a date that are malformed`(attribute: String) throws {
    try scene.keep("a=1; \(attribute)")

    #expect(scene.jar.cookies(at: scene.now).map(\.expires) == [nil])
  }

  @Test(arguments: ["Max-Age=0", "Max-Age=-0", "Max-Age=-99999999999999999999999", "Max-Age=00"])
  func `removes a cookie by an age that isn't positive`(attribute: String) throws {
    try scene.keep("a=1", "a=1; \(attribute)")

    #expect(scene.jar.count == 0)
  }

  @Test(.serialized, arguments: 0..<40)
  func `whatever stands there, nothing breaks, and a cookie is sent as it came`(seed: Int) throws {
    var random = Generator(seed)
    let pieces: [[UInt8]] =
      [
        "a", "=", ";", " ", "\t", "Domain=", "example.com", "Path=", "/", "Secure", "Max-Age=", "9", "-", "Expires=",
        "Wed, 21 Oct 2099 07:28:00 GMT", "\u{301}", "__Host-", "HttpOnly",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0x80], [0x7F], [0]]
    for _ in 0..<200 {
      let bytes = (0..<12).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let target = CookieTarget(try HTTPAddress("https://www.example.com/a/b"))
      guard let cookie = Cookie(setCookie: bytes, from: target, at: scene.now) else { continue }
      let pair = CookieBytes.pair(bytes.prefix { $0 != UInt8(ascii: ";") }[...])
      #expect(cookie.pair == pair.name + [UInt8(ascii: "=")] + (pair.value ?? []))
    }
  }
}
