import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9110 §14, RFC 9111 §4: parts out of whole stored responses.
@Suite(.timeLimit(.minutes(5)))
struct CacheRangeTests {
  enum Kind: CaseIterable { case memory, files }

  private let folder = CacheFolder()
  private static let text = "0123456789"

  private func scene(_ kind: Kind = .memory) -> CacheScene {
    CacheScene(kind == .memory ? MemoryCache() : FileCache(directory: folder.url))
  }

  /// A scene in which a whole is stored, and everything else gets a part of the server.
  private func stored(_ kind: Kind = .memory, _ headers: HTTPHeaders = [:]) async throws -> CacheScene {
    let scene = scene(kind)
    let stored: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"1\"", "Date": scene.date()]
    scene.serve(stored.merging(headers), Self.text)
    try await scene.get()
    scene.serve(["Content-Range": "bytes 0-1/10"], "AB", status: 206)
    return scene
  }

  @Test(
    arguments: Kind.allCases,
    [
      ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=8-", "89", "bytes 8-9/10"),
      ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=0-", text, "bytes 0-9/10"), ("bytes=-99", text, "bytes 0-9/10"),
      ("bytes=9-99", "9", "bytes 9-9/10"), ("Bytes = 1-1 ", "1", "bytes 1-1/10"),
      ("bytes=1-99999999999999999999999", "123456789", "bytes 1-9/10"),
    ]
  )
  func `one range is given out of the whole, as 206`(kind: Kind, answer: (String, String, String)) async throws {
    let scene = try await stored(kind)
    scene.wait(5)

    let part = try await scene.get(["Range": answer.0])

    #expect(part.statusCode == 206)
    #expect(part.words == answer.1)
    #expect(part.headers["Content-Range"] == answer.2)
    #expect(part.headers["Content-Length"] == String(answer.1.utf8.count))
    #expect(part.headers["Age"] == "5" && part.headers["ETag"] == "\"1\"" && part.headers.contains("Date"))
    #expect(part.source == .cache)
    #expect(try await scene.get().words == Self.text)
    #expect(scene.sent.count == 1)
  }

  @Test(arguments: Kind.allCases, ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
  func `a range beyond the end is 416, with the length`(kind: Kind, range: String) async throws {
    let scene = try await stored(kind)

    let answer = try await scene.get(["Range": range])

    #expect(answer.statusCode == 416)
    #expect(answer.headers["Content-Range"] == "bytes */10")
    #expect(answer.headers["Content-Length"] == "0" && answer.data.isEmpty)
    #expect(!answer.headers.contains("ETag") && answer.headers.contains("Date"))
    #expect(scene.sent.count == 1)
  }

  @Test(arguments: [
    "bytes=0-1,3-4", "bytes=0-1,", "bytes=4-2", "bytes=-", "bytes=", "bytes", "bytes=a-b", "bytes=+1-2", "bytes=1-2-3",
    "lines=0-1", "bytes=0x1-2", "bytes==0-1", "",
  ])
  func `only a single range of bytes is answered from the store`(range: String) async throws {
    let scene = try await stored()

    let part = try await scene.get(["Range": range])

    #expect(part.words == "AB")
    #expect(scene.sent.last?.headers["Range"] == range && scene.sent.count == 2)
    #expect(scene.verdicts.all.last == .bypassed(.range))
    #expect(try await scene.get().words == Self.text)
  }

  @Test(
    arguments: Kind.allCases,
    [
      ("\"1\"", true), ("\"2\"", false), ("W/\"1\"", false), ("1", false), ("Sat, 01 Jan 2000 00:00:00 GMT", true),
      ("Sat, 01 Jan 2000 00:00:01 GMT", false), ("nonsense", false),
    ]
  )
  func `If-Range gets the part of the same version, else the whole`(kind: Kind, answer: (String, Bool)) async throws {
    let scene = try await stored(kind, ["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"])

    let response = try await scene.get(["Range": "bytes=2-3", "If-Range": answer.0])

    #expect(response.statusCode == (answer.1 ? 206 : 200))
    #expect(response.words == (answer.1 ? "23" : Self.text))
    #expect(scene.sent.count == 1)
  }

  @Test func `If-Range needs a strong validator: no weak tag, and no date of the same minute`() async throws {
    let weak = try await stored(.memory, ["ETag": "W/\"1\""])
    let young = scene()
    let change = young.date(in: -30)
    young.serve(["Cache-Control": "max-age=60", "Last-Modified": change], Self.text)
    try await young.get()

    #expect(try await weak.get(["Range": "bytes=2-3", "If-Range": "W/\"1\""]).statusCode == 200)
    #expect(try await young.get(["Range": "bytes=2-3", "If-Range": change]).statusCode == 200)
    #expect(try await young.get(["Range": "bytes=2-3"]).statusCode == 206)
  }

  @Test(arguments: Kind.allCases)
  func `a stale whole gives no part, unless it may be given stale`(kind: Kind) async throws {
    let scene = try await stored(kind, ["Cache-Control": "max-age=60, stale-if-error=100"])
    scene.wait(70)

    let passed = try await scene.get(["Range": "bytes=2-3"])
    let allowed = try await scene.get(["Range": "bytes=2-3", "Cache-Control": "max-stale"])
    scene.serve(status: 503)
    let outage = try await scene.get(["Range": "bytes=2-3"])

    #expect(passed.words == "AB" && passed.source == .network)
    #expect(scene.sent[1].headers["If-None-Match"] == nil)
    #expect(allowed.words == "23" && allowed.statusCode == 206 && allowed.source == .stale)
    #expect(outage.words == "23" && outage.statusCode == 206 && outage.source == .stale)
    #expect(try await scene.get(["Range": "bytes=0-1", "Cache-Control": "only-if-cached"]).statusCode == 504)
  }

  @Test func `the background asks about the whole`() async throws {
    let store = WatchedStore()
    let scene = CacheScene(store)
    scene.serve(["Cache-Control": "max-age=1, stale-while-revalidate=99"], Self.text)
    try await scene.get()
    try await store.waitForWrites(1)
    scene.wait(10)
    scene.serve(["Cache-Control": "max-age=60"], "abcdefghij")

    let part = try await scene.get(["Range": "bytes=2-3", "If-Range": "\"1\""])
    try await store.waitForWrites(1)

    #expect(part.words == Self.text)
    #expect(scene.sent.last?.headers["Range"] == nil && scene.sent.last?.headers["If-Range"] == nil)
    #expect(try await scene.get(["Range": "bytes=2-3"]).words == "cd")
  }

  @Test(
    arguments: [
      (["Content-Encoding": "gzip"], 200), (["Content-Encoding": "br"], 200), ([:], 203), ([:], 404),
    ] as [(HTTPHeaders, Int)]
  )
  func `nothing is cut out of a compressed body, or of anything but a 200`(
    headers: HTTPHeaders,
    status: Int
  ) async throws {
    let scene = scene()
    scene.serve(headers.merging(["Cache-Control": "max-age=60"]), Self.text, status: status)
    try await scene.get()
    scene.serve([:], "AB", status: 206)

    #expect(try await scene.get(["Range": "bytes=2-3"]).words == "AB")
    #expect(scene.verdicts.all.contains(.bypassed(.range)))
  }

  @Test(arguments: Kind.allCases)
  func `a 200 to a request for a range is stored`(kind: Kind) async throws {
    let scene = scene(kind)
    scene.serve(["Cache-Control": "max-age=60"], Self.text)

    try await scene.get(["Range": "bytes=2-3"])

    #expect(try await scene.get().words == Self.text)
    #expect(try await scene.get(["Range": "bytes=2-3"]).words == "23")
    #expect(scene.sent.count == 1)
  }

  @Test func `a 416 of the server leaves the stored response alone`() async throws {
    let scene = try await stored()
    scene.wait(70)
    scene.serve(["Content-Range": "bytes */10"], "", status: 416)

    #expect(try await scene.get(["Range": "bytes=20-"]).statusCode == 416)
    #expect(!scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `HEAD ignores ranges`() async throws {
    let scene = try await stored()

    let head = try await scene.send(.head, ["Range": "bytes=2-3"])

    #expect(head.statusCode == 200 && head.headers["Content-Range"] == nil)
    #expect(scene.sent.count == 1)
  }

  @Test func `an empty whole has no parts`() async throws {
    let scene = scene()
    scene.serve(["Cache-Control": "max-age=60"], "")
    try await scene.get()

    for range in ["bytes=0-", "bytes=-1"] {
      let answer = try await scene.get(["Range": range])
      #expect(answer.statusCode == 416 && answer.headers["Content-Range"] == "bytes */0")
    }
  }
}
