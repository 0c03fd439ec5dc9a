@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct CookieJarTests {
  private let jar = CookieJar()
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func keep(_ lines: String..., from url: String = "https://example.com/") throws {
    jar.keep(lines, from: try HTTPAddress(url), at: now)
  }

  private func header(_ url: String = "https://example.com/", after seconds: TimeInterval = 0) throws -> String? {
    jar.header(for: try HTTPAddress(url), at: now.addingTimeInterval(seconds))
  }

  @Test func `gives back what a host has set, in order`() throws {
    try keep("a=1", "b=2; Path=/; HttpOnly; SameSite=Lax", "c=\"x=y\"")

    #expect(try header() == "a=1; b=2; c=\"x=y\"")
  }

  @Test func `replaces a cookie in its place, and removes one that ends`() throws {
    try keep("a=1", "b=2", "a=3", "b=; Max-Age=0")

    #expect(try header() == "a=3")
    #expect(jar.count == 1)
  }

  @Test(arguments: [
    ("https://example.com/", true), ("https://www.example.com/", false), ("https://example.org/", false),
    ("https://badexample.com/", false), ("https://com/", false),
  ])
  func `keeps a cookie to its host`(url: String, isSent: Bool) throws {
    try keep("a=1")

    #expect(try header(url) == (isSent ? "a=1" : nil))
  }

  @Test(
    arguments: ["Example.com", ".example.com"],
    [
      ("https://example.com/", true), ("https://www.example.com/", true), ("https://a.b.example.com/", true),
      ("https://badexample.com/", false), ("https://example.org/", false),
    ]
  )
  func `gives a cookie to the subdomains where it says so`(domain: String, rule: (url: String, isSent: Bool)) throws {
    try keep("a=1; Domain=\(domain)", from: "https://www.example.com/")

    #expect(try header(rule.url) == (rule.isSent ? "a=1" : nil))
  }

  @Test(arguments: ["example.org", "com", "www.example.com", "ple.com", "127.0.0.1"])
  func `refuses a cookie for somebody else's domain`(domain: String) throws {
    try keep("a=1; Domain=\(domain)")

    #expect(jar.count == 0)
  }

  @Test func `takes a host without a dot, or an address, as its own domain`() throws {
    try keep("a=1; Domain=localhost", from: "http://localhost/")
    try keep("b=1; Domain=127.0.0.1", from: "http://127.0.0.1/")
    try keep("c=1; Domain=0.0.1", from: "http://127.0.0.1/")

    #expect(try header("http://localhost/") == "a=1")
    #expect(try header("http://sub.localhost/") == nil)
    #expect(try header("http://127.0.0.1/") == "b=1")
  }

  @Test(arguments: [
    ("/docs", "/docs", true), ("/docs", "/docs/", true), ("/docs", "/docs/a", true), ("/docs", "/docsearch", false),
    ("/docs", "/", false), ("/docs/", "/docs", false), ("/docs/", "/docs/a", true), ("/", "/any", true),
    ("relative", "/set/other", true), ("relative", "/other", false),
  ])
  func `gives a cookie to the paths below its own`(path: String, target: String, isSent: Bool) throws {
    try keep("a=1; Path=\(path)", from: "https://example.com/set/here")

    #expect(try header("https://example.com\(target)") == (isSent ? "a=1" : nil))
  }

  @Test func `gives longer paths first`() throws {
    try keep("a=1; Path=/", "b=2; Path=/docs/deep", "c=3; Path=/docs")

    #expect(try header("https://example.com/docs/deep") == "b=2; c=3; a=1")

    try keep(
      "d=4; Path=/docs/deep; Domain=example.com",
      "e=5; Domain=example.com",
      "f=6",
      from: "https://www.example.com/"
    )
    #expect(try header("https://www.example.com/docs/deep") == "d=4; e=5; f=6")
  }

  @Test func `gives what is secure to https only, and takes it from there only`() throws {
    try keep("a=1; Secure")
    try keep("b=1; Secure", from: "http://example.com/")

    #expect(try header() == "a=1")
    #expect(try header("http://example.com/") == nil)
  }

  @Test func `ends a cookie at its time, Max-Age before Expires`() throws {
    try keep("a=1; Max-Age=60", "b=1; Expires=Tue, 14 Nov 2023 22:14:20 GMT")
    try keep("c=1; Expires=Tue, 14 Nov 2000 00:00:00 GMT; Max-Age=60", "d=1; Max-Age=99999999999999999999")
    try keep("e=1; Max-Age=abc", "f=1; Expires=nonsense", "g=1; Max-Age=-1")

    #expect(try header(after: 59) == "a=1; b=1; c=1; d=1; e=1; f=1")
    #expect(try header(after: 60) == "d=1; e=1; f=1")
  }

  @Test(arguments: ["", "a", "=1", " =1", "a=1\u{7}", "a=1\r\nX: 1", "a=1; Path=/\0", ";", "\t=;"])
  func `refuses what is malformed`(line: String) throws {
    try keep(line)

    #expect(jar.count == 0)
  }

  @Test(arguments: [
    ("__Secure-a=1", false), ("__Secure-a=1; Secure", true), ("__Host-a=1; Secure; Path=/", true),
    ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure; Path=/a", false),
    ("__Host-a=1; Secure; Path=/; Domain=example.com", false),
  ])
  func `holds names to what they promise`(line: String, isKept: Bool) throws {
    try keep(line)

    #expect((jar.count == 1) == isKept)
  }

  @Test func `is emptied, and asked by URL`() throws {
    let url = try #require(URL(string: "https://example.com/a"))
    jar.keep("a=1", from: url)

    #expect(jar.header(for: url) == "a=1")
    jar.removeAll()
    #expect(jar.header(for: url) == nil)
    #expect(jar.count == 0)
  }

  // MARK: - With a connector

  @Test(arguments: TestedEngine.allCases)
  func `a connector sends back what it was given, from hop to hop`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/login", .redirect(to: "/home").header("Set-Cookie", "id=7; Path=/"))
    server.on(.get, "/home") { .text($0.headers["Cookie"] ?? "none") }
    let connector = try engine.connector()

    let home = try await connector.response(to: Request(server.url("/login")))
    let again = try await connector.response(to: Request(server.url("/home")))

    #expect(try home.text() == "id=7")
    #expect(try again.text() == "id=7")
  }

  @Test(arguments: TestedEngine.robust)
  func `a connector keeps every cookie of a response`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let cookies: HTTPHeaders = ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "Set-Cookie": "b=2"]
    server.on(.get, "/set", .status(204).adding(cookies)).on(.get, "/") { .text($0.headers["Cookie"] ?? "none") }
    let connector = try engine.connector()

    _ = try await connector.response(to: Request(server.url("/set")))

    #expect(try await connector.response(to: Request(server.url())).text() == "a=1; b=2")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a connector sends the request's own cookies instead`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/") { .text($0.headers.values(for: "Cookie").joined(separator: "|")) }
    let connector = try engine.connector()
    connector.cookieJar.keep("a=jar", from: server.baseURL)

    let own = try await connector.response(to: Request(server.url(), headers: ["cookie": "a=own"]))

    #expect(try own.text() == "a=own")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a connector without cookies neither keeps nor sends any`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/") { .text($0.headers["Cookie"] ?? "none").header("Set-Cookie", "b=2") }
    let connector = try engine.connector()
    connector.cookieJar.keep("a=1", from: server.baseURL)
    connector.isCookieEnabled = false

    let response = try await connector.response(to: Request(server.url()))

    #expect(try response.text() == "none")
    #expect(connector.cookieJar.count == 1)
  }
}
