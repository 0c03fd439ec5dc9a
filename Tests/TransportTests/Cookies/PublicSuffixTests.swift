import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct PublicSuffixTests {
  private let scene = CookieScene()

  @Test(arguments: [
    ("com", true), ("co.uk", true), ("com.", true), ("co.uk.", true), ("github.io.", true), ("x.test.", false),
    ("github.io", true), ("co.jp", true), ("com.au", true),
    ("localhost", true),
    ("example.com", false), ("example.co.uk", false), ("a.github.io", false), ("www.example.com", false),
    ("bbc.uk", false),
  ])
  func `knows the suffixes that anybody can register under`(domain: String, isSuffix: Bool) {
    #expect(PublicSuffix.contains(domain) == isSuffix)
    #expect(PublicSuffix.isCommon(domain.hasSuffix(".") ? String(domain.dropLast()) : domain) == isSuffix)
  }

  #if os(Linux)
    @Test(arguments: [("pvt.k12.ma.us", true), ("city.kawasaki.jp", false), ("a.kawasaki.jp", true), ("x.ck", true)])
    func `asks libpsl's list, with its wildcards and exceptions`(domain: String, isSuffix: Bool) {
      #expect(PublicSuffix.contains(domain) == isSuffix)
    }
  #endif

  @Test(arguments: [
    ("https://www.example.com/", "com"), ("https://www.example.co.uk/", "co.uk"),
    ("https://me.github.io/", "github.io"),
    ("https://example.com./", "com."), ("https://a.co.uk./", "co.uk."), ("https://shop.com.au/", "com.au"),
  ])
  func `refuses a cookie for a public suffix`(url: String, suffix: String) throws {
    try scene.keep("a=1; Domain=\(suffix)", from: url)

    #expect(scene.jar.count == 0)
  }

  @Test(arguments: ["github.io", "co.uk", "localhost"])
  func `keeps a cookie for the host alone if that is a public suffix`(host: String) throws {
    try scene.keep("a=1; Domain=\(host)", from: "https://\(host)/")

    #expect(try scene.header("https://\(host)/") == "a=1")
    #expect(try scene.header("https://other.\(host)/") == nil)
  }
}
