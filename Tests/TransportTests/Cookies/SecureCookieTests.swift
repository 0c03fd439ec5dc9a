import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What plain HTTP may do to Secure cookies (RFC 6265bis §5.7): nothing.
struct SecureCookieTests {
  private let scene = CookieScene()

  struct Attempt: Sendable {
    let secure: String
    let secureURL: String
    let plain: String
    let plainURL: String
    let isKept: Bool

    init(_ secure: String, _ secureURL: String, _ plain: String, _ plainURL: String, isKept: Bool) {
      (self.secure, self.secureURL) = (secure, secureURL)
      (self.plain, self.plainURL) = (plain, plainURL)
      self.isKept = isKept
    }
  }

  @Test(arguments: [
    Attempt("a=1; Secure", "https://example.com/", "a=2", "http://example.com/", isKept: false),
    Attempt("a=1; Secure", "https://example.com/", "a=2; Domain=example.com", "http://example.com/", isKept: false),
    Attempt("a=1; Secure", "https://example.com/", "a=2", "http://www.example.com/", isKept: false),
    Attempt("a=1; Secure", "https://www.example.com/", "a=2; Domain=example.com", "http://example.com/", isKept: false),
    Attempt("a=1; Secure", "https://a.example.com/", "a=2; Domain=example.com", "http://b.example.com/", isKept: false),
    Attempt("a=1; Secure", "https://a.example.com/", "a=2", "http://b.example.com/", isKept: true),
    Attempt("a=1; Secure", "https://example.com/", "b=2", "http://example.com/", isKept: true),
    Attempt("a=1; Secure", "https://example.com/", "A=2", "http://example.com/", isKept: true),
    Attempt("a=1", "https://example.com/", "a=2", "http://example.com/", isKept: true),
    Attempt("a=1; Secure", "https://example.com/", "a=2", "https://example.com/", isKept: true),
    Attempt(
      "a=1; Secure; Path=/login",
      "https://example.com/",
      "a=2; Path=/login",
      "http://example.com/",
      isKept: false
    ),
    Attempt(
      "a=1; Secure; Path=/login",
      "https://example.com/",
      "a=2; Path=/login/en",
      "http://example.com/",
      isKept: false
    ),
    Attempt("a=1; Secure; Path=/login", "https://example.com/", "a=2; Path=/", "http://example.com/", isKept: true),
    Attempt(
      "a=1; Secure; Path=/login",
      "https://example.com/",
      "a=2; Path=/loginx",
      "http://example.com/",
      isKept: true
    ),
    Attempt("a=1; Secure", "https://1.2.3.4/", "a=2", "http://1.2.3.4/", isKept: false),
    Attempt("a=1; Secure", "https://badexample.com/", "a=2", "http://example.com/", isKept: true),
    Attempt("a=1; Secure; Max-Age=0", "https://example.com/", "a=2", "http://example.com/", isKept: true),
  ])
  func `plain HTTP sets no cookie that stands before a Secure one`(attempt: Attempt) throws {
    try scene.keep(attempt.secure, from: attempt.secureURL)
    try scene.keep(attempt.plain, from: attempt.plainURL)

    #expect(scene.jar.cookies(at: scene.now).contains { $0.value == "2" } == attempt.isKept)
  }

  @Test func `plain HTTP can neither end nor replace a Secure cookie`() throws {
    try scene.keep("a=1; Secure")

    try scene.keep("a=; Max-Age=0", "a=2; Secure", from: "http://example.com/")

    #expect(try scene.header() == "a=1")
  }

  @Test func `a Secure cookie that has expired stands in nobody's way`() throws {
    try scene.keep("a=1; Secure; Max-Age=10")

    scene.jar.keep(["a=2"], from: try HTTPAddress("http://example.com/"), at: scene.now.addingTimeInterval(11))

    #expect(try scene.header("http://example.com/", after: 12) == "a=2")
  }

  @Test func `a Secure cookie that was removed stands in nobody's way`() throws {
    try scene.keep("a=1; Secure")
    for cookie in scene.jar.cookies(at: scene.now) { scene.jar.remove(cookie) }

    try scene.keep("a=2", from: "http://example.com/")

    #expect(try scene.header() == "a=2")
  }

  @Test(arguments: [
    ("http://localhost/", true), ("http://localhost:8080/", true), ("http://127.0.0.1/", true),
    ("http://127.9.9.9/", true),
    ("http://[::1]/", true), ("http://sub.localhost/", false), ("http://127.example.com/", false),
    ("http://localhost.example.com/", false), ("http://128.0.0.1/", false), ("http://10.0.0.1/", false),
  ])
  func `the machine itself counts as secure, and no other host`(url: String, isSecure: Bool) throws {
    try scene.keep("a=1; Secure", "__Host-b=1; Secure; Path=/", from: url)

    #expect(try scene.header(url) == (isSecure ? "a=1; __Host-b=1" : nil))
  }

  @Test(.serialized, arguments: 0..<20)
  func `agrees with the algorithm of the standard, cookie by cookie`(seed: Int) throws {
    var random = Generator(seed)
    var model: [Cookie] = []
    let hosts = ["example.com", "a.example.com", "b.a.example.com", "b.example.com", "other.org"]
    for _ in 0..<300 {
      let host = hosts.randomElement(using: &random) ?? ""
      let isSecure = Bool.random(using: &random)
      let domain = Bool.random(using: &random) ? "; Domain=" + (hosts.randomElement(using: &random) ?? "") : ""
      let path = ["/", "/p", "/p/q", "/pq"].randomElement(using: &random) ?? "/"
      let name = ["a", "b"].randomElement(using: &random) ?? "a"
      let line = "\(name)=\(model.count)\(domain); Path=\(path)" + (Bool.random(using: &random) ? "; Secure" : "")
      let address = try HTTPAddress((isSecure ? "https://" : "http://") + host)

      scene.jar.keep([line], from: address, at: scene.now)
      if let cookie = Cookie(setCookie: Array(line.utf8), from: CookieTarget(address), at: scene.now) {
        model.set(cookie, isTrusted: isSecure)
      }

      #expect(Set(scene.jar.cookies(at: scene.now)) == Set(model))
    }
  }
}

extension [Cookie] {
  /// The standard's steps, one after the other, over all cookies.
  fileprivate mutating func set(_ cookie: Cookie, isTrusted: Bool) {
    let isShadowing = contains { old in
      old.isSecure && old.name == cookie.name
        && (old.domain == cookie.domain || old.domain.hasSuffix("." + cookie.domain)
          || cookie.domain.hasSuffix("." + old.domain))
        && (cookie.path == old.path || old.path == "/" || cookie.path.hasPrefix(old.path + "/"))
    }
    if !isTrusted && !cookie.isSecure && isShadowing { return }
    removeAll {
      $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
        && $0.isHostOnly == cookie.isHostOnly
    }
    append(cookie)
  }
}
