import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Why a response was not stored, as a trace says it.
struct CacheReasonTests {
  enum Kind: CaseIterable { case memory, files }

  private let folder = CacheFolder()

  private func store(_ kind: Kind, byteLimit: Int = 1_000_000) -> any CacheStore {
    kind == .memory ? MemoryCache(byteLimit: byteLimit) : FileCache(directory: folder.url, byteLimit: byteLimit)
  }

  @Test(
    arguments: Kind.allCases,
    [
      (["Cache-Control": "no-store"], 200, .noStore),
      (["Cache-Control": "must-understand, no-store, max-age=60"], 299, .status(299)),
      ([:], 200, .noFreshness), (["Cache-Control": "max-age=0"], 200, .noFreshness),
      (["Cache-Control": "no-cache"], 200, .noFreshness), (["Expires": "0"], 200, .noFreshness),
      (["Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"], 500, .status(500)),
      (["ETag": "\"1\""], 302, .status(302)), (["Cache-Control": "max-age=60"], 206, .partial),
      (["Cache-Control": "max-age=60"], 412, .status(412)), (["Cache-Control": "max-age=60"], 304, .status(304)),
      (["Cache-Control": "max-age=60", "Content-Length": "9"], 200, .incomplete),
      (["Cache-Control": "max-age=60", "Vary": "*"], 200, .varyAny),
      (["Cache-Control": "max-age=60", "Vary": "Accept, Cookie"], 200, .varyCookie),
      (["Cache-Control": "max-age=60", "X-Padding": String(repeating: "x", count: 200_000)], 200, .noRoom),
    ] as [(HTTPHeaders, Int, CacheReason)]
  )
  func `a response that is not stored has a reason`(
    kind: Kind,
    answer: (headers: HTTPHeaders, status: Int, reason: CacheReason)
  ) async throws {
    let scene = CacheScene(store(kind))
    scene.serve(answer.headers, status: answer.status)

    try await scene.get()

    #expect(scene.verdicts.all == [.miss, .notStored(answer.reason)])
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test(
    arguments: [
      (.post, [:], [.bypassed(.method)]), (.options, [:], [.bypassed(.method)]),
      (.head, [:], [.miss, .notStored(.method)]),
      (.get, ["Cache-Control": "no-store"], [.bypassed(.requestNoStore)]),
      (.get, ["If-None-Match": "\"1\""], [.bypassed(.conditions), .stored]),
      (.get, ["Range": "bytes=0-1,3-4"], [.bypassed(.range)]),
      (.get, ["Range": "bytes=0-1"], [.miss, .stored]),
      (.get, ["Cache-Control": "only-if-cached"], [.miss]),
    ] as [(HTTPMethod, HTTPHeaders, [CacheStatus])]
  )
  func `a request that passes by has a reason`(
    method: HTTPMethod,
    headers: HTTPHeaders,
    verdicts: [CacheStatus]
  ) async throws {
    let scene = CacheScene()
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.send(method, headers)

    #expect(scene.verdicts.all == verdicts)
  }

  @Test func `a request that was sent with other fields is a reason`() async throws {
    let adding = Middleware("add", at: .attempt) { request, next in
      var request = request
      request.headers["Accept"] = "b"
      return try await next(request)
    }
    let scene = CacheScene(within: [adding])
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept"])

    try await scene.get(["Accept": "a"])

    #expect(scene.verdicts.all == [.miss, .notStored(.changedRequest)])
  }

  @Test func `an added credential is a reason`() async throws {
    let scene = CacheScene(within: [
      Middleware("add", at: .attempt) { request, next in
        var request = request
        request.headers["Authorization"] = "Bearer x"
        return try await next(request)
      }
    ])
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.get()

    #expect(scene.verdicts.all == [.miss, .notStored(.credentials)])
  }

  @Test func `a redirect, a new partition and an invalidation are reasons`() async throws {
    let user = Locked("ada")
    let scene = CacheScene(partition: { user.withLock { $0 } })
    scene.serve { request in
      Response(
        headers: ["Cache-Control": "max-age=60"],
        url: URL(string: "https://api.test/other"),
        request: request
      )
    }
    try await scene.get()
    scene.serve { _ in
      user.withLock { $0 = "bob" }
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    try await scene.get()
    scene.serve { _ in
      scene.store.removeResponses(for: try URL(http: CacheScene.url))
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    try await scene.get()

    #expect(
      scene.verdicts.all == [
        .miss, .notStored(.redirected), .miss, .notStored(.partition), .miss, .notStored(.invalidated),
      ]
    )
  }

  @Test(arguments: Kind.allCases)
  func `a miss reports whether a response is stored for others, or is stale`(kind: Kind) async throws {
    let scene = CacheScene(store(kind))
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.get(["Cookie": "a=1"])
    try await scene.get(["Cookie": "a=2", "Cache-Control": "only-if-cached"])
    scene.wait(70)
    try await scene.get(["Cookie": "a=1", "Cache-Control": "only-if-cached"])

    #expect(scene.verdicts.all == [.miss, .stored, .miss(.otherVariant), .miss(.stale)])
  }

  @Test func `the trace prints the reason`() async throws {
    let traces = Record<CallTrace>()
    let stage = Stage.sending(over: StubConnector(Response(headers: ["Cache-Control": "no-store"])))
      .wrapped(in: [.trace { traces.add($0) }, .cache(MemoryCache())])

    _ = try await stage(try Request(CacheScene.url))

    #expect(traces.all.first?.description.contains("not stored: no-store") == true)
    #expect("\(CacheStatus.hit)" == "hit" && "\(CacheStatus.miss(.stale))" == "miss: stale")
  }
}

/// Responses that say `public`, shared across cookies.
struct CacheSharingTests {
  private let folder = CacheFolder()

  /// How often the server is asked for two users.
  private func exchanges(
    _ headers: HTTPHeaders,
    _ store: any CacheStore = MemoryCache(),
    sharing: Bool = true,
    _ first: HTTPHeaders = ["Cookie": "user=ada"],
    _ second: HTTPHeaders = ["Cookie": "user=bob"]
  ) async throws -> Int {
    let scene = CacheScene(store, sharesPublic: sharing)
    scene.serve(headers)
    try await scene.get(first)
    try await scene.get(second)
    return scene.sent.count
  }

  @Test func `public responses are shared across cookies on request, in memory and in files`() async throws {
    let headers: HTTPHeaders = ["Cache-Control": "public, max-age=60"]

    #expect(try await exchanges(headers) == 1)
    #expect(try await exchanges(headers, FileCache(directory: folder.url)) == 1)
    #expect(try await exchanges(headers, MemoryCache(), [:]) == 1)
    #expect(try await exchanges(headers, sharing: false) == 2)
  }

  @Test(
    arguments: [
      ["Cache-Control": "max-age=60"], ["Cache-Control": "private, max-age=60"],
      ["Cache-Control": "public, private, max-age=60"], ["Cache-Control": "public, max-age=60", "Vary": "Cookie"],
      ["Cache-Control": "public, max-age=60", "Set-Cookie": "user=ada"],
    ] as [HTTPHeaders]
  )
  func `other responses are not shared`(headers: HTTPHeaders) async throws {
    #expect(try await exchanges(headers) == 2)
  }

  @Test func `public responses are not shared across credentials`() async throws {
    let headers: HTTPHeaders = ["Cache-Control": "public, max-age=60"]

    #expect(try await exchanges(headers, ["Authorization": "a"], ["Authorization": "b"]) == 2)
    #expect(try await exchanges(headers, ["Authorization": "a", "Cookie": "x=1"], ["Authorization": "a"]) == 1)
    #expect(try await exchanges(headers, ["Authorization": "a"], [:]) == 2)
  }

  @Test func `a cache that does not share ignores shared responses`() async throws {
    let store = MemoryCache()

    #expect(try await exchanges(["Cache-Control": "public, max-age=60"], store) == 1)
    #expect(try await exchanges(["Cache-Control": "public, max-age=60"], store, sharing: false) == 2)
  }

  @Test func `a 304 that makes a response private ends its sharing`() async throws {
    let scene = CacheScene(sharesPublic: true)
    scene.serve(["Cache-Control": "public, max-age=60", "ETag": "\"1\""])
    try await scene.get(["Cookie": "user=ada"])
    scene.serve(["Cache-Control": "private, max-age=60", "ETag": "\"1\""], "", status: 304)

    try await scene.get(["Cookie": "user=ada", "Cache-Control": "no-cache"])
    scene.serve(["Cache-Control": "private, max-age=60"], "two")

    #expect(try await scene.get(["Cookie": "user=bob"]).words == "two")
    #expect(try await scene.get(["Cookie": "user=ada"]).words == "one")
  }
}

extension CacheSharingTests {
  fileprivate func exchanges(_ headers: HTTPHeaders, _ first: HTTPHeaders, _ second: HTTPHeaders) async throws -> Int {
    try await exchanges(headers, MemoryCache(), sharing: true, first, second)
  }
}
