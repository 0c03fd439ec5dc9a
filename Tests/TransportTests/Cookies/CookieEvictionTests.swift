import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What goes when there are too many (RFC 6265bis §5.7).
struct CookieEvictionTests {
  private let scene = CookieScene()

  @Test func `keeps at least 150 cookies of a domain`() throws {
    for number in 0..<150 { try scene.keep("a\(number)=1") }

    #expect(scene.jar.count == 150)
  }

  @Test func `keeps at least 3,000 cookies in all, and not many more`() throws {
    for number in 0..<3_000 { try scene.keep("a=1", from: "https://host\(number).example.com/") }
    #expect(scene.jar.count == 3_000)

    for number in 3_000..<10_000 { try scene.keep("a=1", from: "https://host\(number).example.com/") }
    #expect(3_000...3_300 ~= scene.jar.count)
    #expect(try scene.header("https://host9999.example.com/") == "a=1")
    #expect(try scene.header("https://host0.example.com/") == nil)
  }

  @Test func `of a domain, expired cookies go first`() throws {
    try scene.keep("old=1; Secure; Max-Age=10")
    for number in 0..<179 { try scene.keep("a\(number)=1") }

    scene.jar.keep(["new=1"], from: try HTTPAddress("https://example.com/"), at: scene.now.addingTimeInterval(11))

    #expect(scene.jar.count == 180)
    #expect(Set(scene.jar.cookies(at: scene.now).map(\.name)).isDisjoint(with: ["old"]))
  }

  @Test func `of a domain, cookies that aren't Secure go before those that are, however often they are sent`() throws {
    try scene.keep("safe=1; Secure")
    for number in 0..<300 {
      try scene.keep("a\(number)=1")
      _ = try scene.header("http://example.com/")
    }

    #expect(scene.jar.count == 180)
    #expect(try scene.header()?.contains("safe=1") == true)
  }

  @Test func `cookies set over plain HTTP evict no Secure one`() throws {
    for number in 0..<180 { try scene.keep("s\(number)=1; Secure") }

    for number in 0..<50 { try scene.keep("a\(number)=1", from: "http://example.com/") }

    #expect(try scene.names().filter { $0.hasPrefix("s") }.count == 180)
  }

  @Test func `of a domain, the cookie goes that was sent least recently`() throws {
    for number in 0..<180 { try scene.keep("a\(number)=1; Path=/\(number)") }
    for number in 0..<180 where number != 7 { _ = try scene.header("https://example.com/\(number)") }

    try scene.keep("new=1")

    #expect(scene.jar.count == 180)
    #expect(!scene.jar.cookies(at: scene.now).contains { $0.name == "a7" })
  }

  @Test func `in all, expired cookies go first, then those that aren't Secure, then those sent least recently`() throws
  {
    for number in 0..<1_100 {
      try scene.keep("s=1; Secure", "p=1", "e=1; Secure; Max-Age=10", from: "https://host\(number).example.com/")
    }
    _ = try scene.header("http://host0.example.com/")

    scene.jar.keep(["n=1"], from: try HTTPAddress("https://new.example.com/"), at: scene.now.addingTimeInterval(11))

    let left = scene.jar.cookies(at: scene.now)
    #expect(left.filter { $0.name == "s" }.count == 1_100)
    #expect(left.filter { $0.name == "e" }.isEmpty)
    #expect(left.contains { $0.name == "p" && $0.domain == "host0.example.com" })
    #expect(left.contains { $0.name == "n" })
  }

  private struct Kept {
    let cookie: Cookie
    let created: Int
    var used: Int

    /// Whether it goes before another one, where neither has expired.
    func goes(before other: Kept) -> Bool {
      if cookie.isSecure != other.cookie.isSecure { return other.cookie.isSecure }
      return (used, created) < (other.used, other.created)
    }
  }

  @Test(.serialized, arguments: 0..<10)
  func `of a domain, the right cookie goes each time`(seed: Int) throws {
    var random = Generator(seed)
    var model: [Kept] = []
    let target = CookieTarget(try HTTPAddress("https://example.com/p"))
    for step in 0..<600 {
      let isSecure = Bool.random(using: &random) ? "; Secure" : ""
      let path = Bool.random(using: &random) ? "/p" : "/q"
      let line = "a\(Int.random(in: 0..<400, using: &random))=1; Path=\(path)\(isSecure)"
      try scene.keep(line)
      let cookie = try #require(Cookie(setCookie: Array(line.utf8), from: target, at: scene.now))
      let old = model.firstIndex { $0.cookie.isSame(as: cookie) }.map { model.remove(at: $0) }
      model.append(Kept(cookie: cookie, created: old?.created ?? step, used: 2 * step))
      if model.count > 180, let first = model.indices.min(by: { model[$0].goes(before: model[$1]) }) {
        model.remove(at: first)
      }
      guard step % 10 == 0 else { continue }
      _ = try scene.header("https://example.com/p")
      for place in model.indices where model[place].cookie.path == "/p" { model[place].used = 2 * step + 1 }
      #expect(Set(scene.jar.cookies(at: scene.now)) == Set(model.map(\.cookie)))
    }
  }

  // MARK: - The header

  @Test func `a header stays below 8 KB, the most specific cookies first`() throws {
    for number in 0..<10 { try scene.keep("a\(number)=" + String(repeating: "v", count: 1_000)) }
    try scene.keep("late=1", "deep=1; Path=/deep")

    let header = try #require(try scene.header("https://example.com/deep"))

    #expect("Cookie: \(header)\r\n".utf8.count <= 8_190)
    #expect(header.hasPrefix("deep=1; a0="))
    #expect(header.contains("a7=") && !header.contains("a8=") && header.hasSuffix("; late=1"))
  }

  @Test func `a header of exactly 8,180 bytes is whole`() throws {
    try scene.keep("a=" + String(repeating: "v", count: 4_087), "b=" + String(repeating: "v", count: 4_087))

    #expect(try scene.header()?.utf8.count == 8_180)
    try scene.keep("b=" + String(repeating: "v", count: 4_088))
    #expect(try scene.names() == ["a"])
  }

  // MARK: - Cost

  @Test func `a host with many labels has no more parents than DNS allows`() throws {
    let address = try HTTPAddress("http://" + String(repeating: "a.", count: 50_000) + "com/")

    #expect(CookieTarget(address).domains.count == 1)
    #expect(
      CookieTarget(try HTTPAddress("http://" + String(repeating: "a.", count: 100) + "com/")).domains.count == 101
    )
  }
}
