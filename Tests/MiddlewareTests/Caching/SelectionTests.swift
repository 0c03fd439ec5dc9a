import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §4.1: which of the stored responses a request gets.
struct SelectionTests {
  private let scene = CacheScene()

  private func serve(varyingBy vary: String...) {
    scene.serve { request in
      var headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
      for value in vary { headers.append(value, for: "Vary") }
      return Response(headers: headers, data: Data((request.headers["Accept-Language"] ?? "none").utf8))
    }
  }

  @Test func `each variant is stored, and returned for matching requests`() async throws {
    serve(varyingBy: "Accept-Language")
    let languages: [HTTPHeaders] = [["Accept-Language": "en"], ["Accept-Language": "de"], [:]]

    var texts: [String] = []
    for headers in languages + languages { texts.append(try await scene.get(headers).words) }

    #expect(texts == ["en", "de", "none", "en", "de", "none"])
    #expect(scene.sent.count == 3)
  }

  @Test(arguments: ["*", "Accept-Language, *", " * "])
  func `a response with a star in Vary is never reused`(vary: String) async throws {
    serve(varyingBy: vary)

    for _ in 0..<2 { try await scene.get(["Accept-Language": "en"]) }

    #expect(scene.sent.count == 2)
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `a star in a second field counts`() async throws {
    serve(varyingBy: "Accept", "*")

    for _ in 0..<2 { try await scene.get() }

    #expect(scene.sent.count == 2)
  }

  @Test(arguments: [
    (["en, de"], ["en,de"], true), (["en", "de"], ["en, de"], true), (["en ,\tde"], ["en,de"], true),
    (["en, de"], ["de, en"], false), (["\"a, b\""], ["\"a,b\""], false), (["en"], ["EN"], false), (["en"], [""], false),
    ([""], [], false), ([], [], true),
  ])
  func `spaces and line breaks don't matter, and everything else does`(
    first: [String],
    second: [String],
    isSame: Bool
  ) async throws {
    serve(varyingBy: "accept-LANGUAGE")

    for values in [first, second] {
      var headers = HTTPHeaders()
      for value in values { headers.append(value, for: "Accept-Language") }
      try await scene.get(headers)
    }

    #expect(scene.sent.count == (isSame ? 1 : 2))
  }

  @Test func `every field that Vary names must be the same, and no other`() async throws {
    serve(varyingBy: "Accept-Language, Accept-Encoding,,", "X-Theme")
    let base: HTTPHeaders = ["Accept-Language": "en", "Accept-Encoding": "br", "X-Theme": "dark"]

    for change: HTTPHeaders in [[:], ["X-Other": "1"], ["Accept-Encoding": "gzip"], ["X-Theme": "light"]] {
      try await scene.get(base.merging(change))
    }

    #expect(scene.sent.count == 3)
  }

  @Test func `what varies by cookies of the jar is not stored, by cookies of the request it is`() async throws {
    serve(varyingBy: "Cookie")

    for headers: HTTPHeaders in [[:], [:], ["Cookie": "a=1"], ["Cookie": "a=1"], ["Cookie": "a=2"]] {
      try await scene.get(headers)
    }

    #expect(scene.sent.count == 4)
  }

  @Test func `nothing is stored where the request was sent with another value than the cache saw`() async throws {
    let translating = Middleware("translate", at: .attempt) { request, next in
      var request = request
      request.headers["Accept-Language"] = "fr"
      return try await next(request)
    }
    let scene = CacheScene(within: [translating])
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept-Language"])

    for _ in 0..<2 { try await scene.get(["Accept-Language": "en"]) }

    #expect(scene.sent.count == 2)
  }

  @Test func `of several matching responses, the latest by its date is returned`() async throws {
    let (early, late) = (scene.date(in: -20), scene.date(in: -10))
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept", "Date": late], "late")
    try await scene.get(["Accept": "a", "Accept-Language": "fr"])
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept-Language", "Date": early], "early")
    try await scene.get(["Accept": "b", "Accept-Language": "en"])

    let response = try await scene.get(["Accept": "a", "Accept-Language": "en"])

    #expect(scene.sent.count == 2)
    #expect(response.words == "late")
  }

  @Test func `the latest variants are kept, up to a limit`() async throws {
    serve(varyingBy: "Accept-Language")
    for number in 0...ResponseCache.variantLimit { try await scene.get(["Accept-Language": "\(number)"]) }
    let count = scene.sent.count

    try await scene.get(["Accept-Language": "1"])
    #expect(scene.sent.count == count)
    try await scene.get(["Accept-Language": "0"])
    #expect(scene.sent.count == count + 1)
  }
}

/// RFC 9111 §2: what responses are stored under.
struct CacheAddressTests {
  @Test(arguments: [
    ("https://api.test/a?b=c", "https://api.test/a?b=c"), ("HTTPS://API.test/A", "https://api.test/A"),
    ("https://api.test:443/", "https://api.test/"), ("http://api.test:80/", "http://api.test/"),
    ("http://api.test:443/", "http://api.test:443/"), ("https://api.test", "https://api.test/"),
    ("https://api.test?q", "https://api.test/?q"), ("https://api.test/a#part", "https://api.test/a"),
    ("https://ada:pw@api.test/a", "https://api.test/a"), ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
    ("http://[::1]:80/x", "http://[::1]/x"), ("https://api.test/%7E", "https://api.test/%7E"),
  ])
  func `addresses that mean the same are the same`(url: String, text: String) throws {
    #expect(CacheAddress(try #require(URL(string: url)))?.text == text)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://a.test/", "https:///x", "a/b", "https://:80/"])
  func `a URL of another scheme has no cache address`(url: String) throws {
    #expect(CacheAddress(try #require(URL(string: url))) == nil)
  }

  @Test func `the user is known, and no part of it`() throws {
    #expect(CacheAddress(try #require(URL(string: "https://ada:p%40w@api.test/")))?.userInfo == "ada:p%40w")
    #expect(CacheAddress(try #require(URL(string: "https://api.test/@x")))?.userInfo == nil)
  }
}
