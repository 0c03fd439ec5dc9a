import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §5.2.1, §5.4, RFC 8246: what a request may ask of the cache.
struct RequestDirectivesTests {
  private let scene = CacheScene()

  /// Where a response of 30 seconds comes from that is fresh for 60, or was for 20.
  private func source(_ cacheControl: String, maxAge: Int = 60, _ more: String = "") async throws -> ResponseSource {
    scene.serve(["Cache-Control": "max-age=\(maxAge)\(more)"])
    try await scene.get()
    scene.wait(30)
    return try await scene.get(["Cache-Control": cacheControl]).source
  }

  @Test(arguments: [
    ("max-age=31", ResponseSource.cache), ("max-age=30", .cache), ("max-age=29", .network), ("max-age=0", .network),
    ("max-age=x", .network), ("max-age", .network), ("max-age=40, max-age=0", .cache), ("MAX-AGE=29", .network),
    ("min-fresh=30", .cache), ("min-fresh=31", .network), ("min-fresh=x", .network), ("min-fresh", .network),
    ("no-cache", .network), ("no-cache, max-age=40", .network), ("unknown", .cache), ("no-transform", .cache),
    ("", .cache),
  ])
  func `of a fresh response`(cacheControl: String, source: ResponseSource) async throws {
    #expect(try await self.source(cacheControl) == source)
  }

  @Test(arguments: [
    ("max-stale", ResponseSource.stale), ("max-stale=10", .stale), ("max-stale=9", .network), ("max-stale=x", .network),
    ("max-stale=0", .network), ("max-stale, max-age=29", .network), ("max-stale, max-age=30", .stale),
    ("max-stale, min-fresh=1", .network), ("max-stale, no-cache", .network), ("", .network),
  ])
  func `of a stale response`(cacheControl: String, source: ResponseSource) async throws {
    #expect(try await self.source(cacheControl, maxAge: 20) == source)
  }

  @Test func `must-revalidate does not let max-stale pass`() async throws {
    #expect(try await source("max-stale", maxAge: 20, ", must-revalidate") == .network)
  }

  @Test func `max-age of zero validates even a response that has just arrived`() async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    try await scene.get()

    #expect(try await scene.get(["Cache-Control": "max-age=0"]).source == .network)
  }

  @Test(arguments: [("max-age=0", ResponseSource.cache), ("no-cache", .network), ("min-fresh=31", .network)])
  func `a reload does not validate an immutable response while it is fresh`(
    cacheControl: String,
    source: ResponseSource
  ) async throws {
    #expect(try await self.source(cacheControl, maxAge: 60, ", immutable") == source)
  }

  @Test func `an immutable response is validated when it is stale`() async throws {
    #expect(try await source("", maxAge: 20, ", immutable") == .network)
  }

  @Test func `only-if-cached is answered by a fresh response, otherwise by 504, without the server`() async throws {
    let empty = try await scene.get(["Cache-Control": "only-if-cached"])
    #expect(empty.statusCode == 504)
    #expect(empty.source == .cache)

    #expect(try await source("only-if-cached") == .cache)
    scene.wait(30)
    #expect(try await scene.get(["Cache-Control": "only-if-cached"]).statusCode == 504)
    #expect(try await scene.get(["Cache-Control": "only-if-cached, max-stale"]).source == .stale)
    #expect(try await scene.get(["Cache-Control": "only-if-cached", "Range": "bytes=0-0,2-"]).statusCode == 504)
    #expect(try await scene.get(["Cache-Control": "only-if-cached", "If-None-Match": "x"]).statusCode == 504)
    #expect(try await scene.get(["Cache-Control": "only-if-cached, no-store, max-stale"]).source == .stale)

    #expect(scene.sent.count == 1)
  }

  @Test(arguments: [("no-cache", ResponseSource.network), ("x, No-Cache", .network), ("x", .cache)])
  func `Pragma is heeded where there is no Cache-Control`(pragma: String, source: ResponseSource) async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    try await scene.get()

    #expect(try await scene.get(["Pragma": pragma]).source == source)
    #expect(try await scene.get(["Pragma": pragma, "Cache-Control": "max-age=50"]).source == .cache)
  }

  @Test func `no-cache validates the stored response by its tag`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    try await scene.get()
    scene.serve(status: 304)

    #expect(try await scene.get(["Cache-Control": "no-cache"]).source == .revalidated)
    #expect(scene.sent.last?.headers == ["Cache-Control": "no-cache", "If-None-Match": "\"1\""])
  }
}

/// RFC 9111 §5.2: how directives are read, whatever stands there.
struct CacheControlTests {
  private func list(_ values: String...) -> [String] {
    var headers = HTTPHeaders()
    for value in values { headers.append(value, for: "cache-control") }
    return CacheDirective.list(in: headers).map { $0.name + ($0.argument.map { "=\($0)" } ?? "") }
  }

  @Test(arguments: [
    ("a", ["a"]), ("a,b", ["a", "b"]), (" a , B=1 ", ["a", "b=1"]), ("a=\"x, y\", b", ["a=x, y", "b"]),
    ("a=\"x\\\"y\\\\\",b", ["a=x\"y\\", "b"]), ("a=\"x\"junk, b", ["a=x", "b"]), ("a= 1", ["a=1"]), ("a =1", ["a=1"]),
    ("a==1", ["a==1"]), ("", []), (",,,", []), ("=1, b", ["b"]), ("a b, c", ["c"]), ("\"a\", b", ["b"]),
    ("a=\"x, b", ["a=\"x", "b"]), ("a=\"x, b=\"y, c", ["a=x, b=", "c"]), ("a=\"\\", ["a=\"\\"]), ("a=\"\"", ["a="]),
    ("é=1, b", ["b"]), ("max-age=1\u{301}", ["max-age=1\u{301}"]), ("a;b=1, c", ["c"]),
  ])
  func `reads directives, and skips the rest`(text: String, directives: [String]) {
    #expect(list(text) == directives)
  }

  @Test func `fields are read one after the other`() {
    #expect(list("a, b=\"", "c", "") == ["a", "b=\"", "c"])
  }

  @Test(.serialized, arguments: 0..<200)
  func `any text is read, in one pass`(seed: Int) {
    var random = Generator(seed)
    let pieces = ["no-store", "max-age", "=", "\"", "\\", ",", " ", "1", "private", "\u{301}", "é", ";", "\t"]

    let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()

    #expect(CacheDirective.list(in: ["Cache-Control": text]).allSatisfy { HTTPToken.isToken($0.name) })
    _ = RequestDirectives(["Cache-Control": text])
    _ = ResponseDirectives(["Cache-Control": text])
  }

  @Test func `a very long field takes no more than its length`() {
    let text = String(repeating: "a=\"\\\"", count: 50_000)

    #expect(list(text).count == 1)
  }
}
