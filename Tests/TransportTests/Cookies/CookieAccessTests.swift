import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// How a program sees and sets cookies.
struct CookieAccessTests {
  private let scene = CookieScene()

  @Test func `lists cookies in the order they were created, with all but what has expired`() throws {
    try scene.keep(
      "b=2; Path=/x; Secure; HttpOnly",
      "a=1; Domain=example.com; Max-Age=60",
      "c=3; Max-Age=5",
      "b=4; Path=/x"
    )

    let cookies = scene.jar.cookies(at: scene.now.addingTimeInterval(10))

    #expect(cookies.map(\.name) == ["b", "a"])
    #expect(cookies.map(\.value) == ["4", "1"])
    #expect(cookies.map(\.path) == ["/x", "/"])
    #expect(cookies.map(\.isHostOnly) == [true, false])
    #expect(cookies.map(\.isSecure) == [false, false])
    #expect(cookies.map(\.expires) == [nil, scene.now.addingTimeInterval(60)])
  }

  @Test func `lists the cookies for a URL as they are sent, which makes them no more recent`() throws {
    try scene.keep("a=1", "b=2; Path=/b", "c=3; Domain=example.com", from: "https://example.com/")
    let url = try #require(URL(string: "https://example.com/b"))

    #expect(scene.jar.cookies(for: url).map(\.name) == ["b", "a", "c"])
    #expect(scene.jar.cookies(for: try #require(URL(string: "https://www.example.com/b"))).map(\.name) == ["c"])
    #expect(scene.jar.cookies(for: try #require(URL(string: "ftp://example.com/b"))).isEmpty)
  }

  @Test func `sets and removes a cookie by name, domain and path`() throws {
    let jar = CookieJar()
    let one = try Cookie("a", "1", domain: "Example.com")
    jar.set(one)
    jar.set(try Cookie("a", "2", domain: "example.com", isHostOnly: false))
    jar.set(try Cookie("a", "3", domain: "example.com"))

    #expect(jar.cookies.map(\.value) == ["3", "2"])
    jar.remove(one)
    #expect(jar.cookies.map(\.value) == ["2"])
    jar.set(try Cookie("a", "", domain: "example.com", isHostOnly: false, expires: .distantPast))
    #expect(jar.count == 0)
  }

  @Test func `a program may replace a Secure cookie, and keeps one for 400 days at most`() throws {
    try scene.keep("a=1; Secure")
    scene.jar.set(try Cookie("a", "2", domain: "example.com", expires: .distantFuture))

    let cookie = try #require(scene.jar.cookies.first)

    #expect(cookie.value == "2" && !cookie.isSecure)
    #expect(try #require(cookie.expires) < Date(timeIntervalSinceNow: 401 * 86_400))
  }

  @Test func `removes session cookies, and keeps the others`() throws {
    scene.jar.set(try Cookie("a", "1", domain: "example.com"))
    scene.jar.set(try Cookie("b", "1", domain: "example.com", expires: Date(timeIntervalSinceNow: 600)))
    scene.jar.set(try Cookie("c", "1", domain: "other.org", isSecure: true))

    scene.jar.removeSessionCookies()

    #expect(scene.jar.cookies.map(\.name) == ["b"])
    #expect(scene.jar.count == 1)
  }

  @Test(
    arguments: [
      ("", "1", "a.test", "/", .name), ("a=b", "1", "a.test", "/", .name), ("a;b", "1", "a.test", "/", .name),
      (" a", "1", "a.test", "/", .name), ("a\n", "1", "a.test", "/", .name), ("a", "1;2", "a.test", "/", .value),
      ("a", "1 ", "a.test", "/", .value), ("a", "1\r\nX: y", "a.test", "/", .value),
      ("a", "1\0", "a.test", "/", .value),
      ("a", "1", "", "/", .domain), ("a", "1", "a b.test", "/", .domain), ("a", "1", "日本.jp", "/", .domain),
      ("a", "1", "a.test\t", "/", .domain), ("a", "1", "[::1", "/", .domain), ("a", "1", "a.test", "", .path),
      ("a", "1", "a.test", "x", .path), ("a", "1", "a.test", "/;", .path), ("a", "1", "a.test", "/\n", .path),
      ("__Host-a", "1", "a.test", "/", .prefix), ("__secure-a", "1", "a.test", "/", .prefix),
    ] as [(String, String, String, String, InvalidCookie.Reason)]
  )
  func `says what is wrong with a cookie`(
    name: String,
    value: String,
    domain: String,
    path: String,
    reason: InvalidCookie.Reason
  ) {
    let error = #expect(throws: InvalidCookie.self) { try Cookie(name, value, domain: domain, path: path) }

    #expect(error?.reason == reason)
  }

  @Test func `refuses a public suffix and what is too long`() throws {
    let long = String(repeating: "v", count: 4_096)

    #expect(throws: InvalidCookie(reason: .size)) { try Cookie("a", long, domain: "a.test") }
    #expect(throws: InvalidCookie(reason: .publicSuffix)) { try Cookie("a", "1", domain: "co.uk", isHostOnly: false) }
    #expect(try Cookie("a", "1", domain: "co.uk").isHostOnly)
    #expect(try Cookie("a", "1", domain: "[::1]", isHostOnly: false).isHostOnly)
  }

  @Test func `shows no value, however it is printed`() throws {
    scene.jar.set(try Cookie("a", "s3cret", domain: "example.com"))
    let cookie = try #require(scene.jar.cookies.first)
    let connector = DefaultHTTPConnector.patient
    connector.cookieJar = scene.jar
    var dumped = ""
    dump(cookie, to: &dumped)
    dump(scene.jar, to: &dumped)
    dump([cookie], to: &dumped)
    dump(connector, to: &dumped)
    let printed = [
      "\(cookie)", String(reflecting: cookie), "\([cookie])", "\(scene.jar)", String(reflecting: scene.jar), dumped,
      "\(InvalidCookie(reason: .value))",
    ]

    #expect(printed.allSatisfy { !$0.contains("s3cret") && !$0.contains("115") })
    #expect("\(cookie)" == "a=***; Path=/ (example.com only)")
    #expect("\(scene.jar)" == "CookieJar(count: 1)")
  }
}
