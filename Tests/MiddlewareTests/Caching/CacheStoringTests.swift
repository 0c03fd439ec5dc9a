import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §3: which responses are stored.
struct CacheStoringTests {
  private let scene = CacheScene()

  /// How often the server is asked if the same is wanted twice.
  private func exchanges(_ requestHeaders: HTTPHeaders = [:]) async throws -> Int {
    for _ in 0..<2 { try await scene.get(requestHeaders) }
    return scene.sent.count
  }

  @Test(arguments: [
    "max-age=60", "public, max-age=60", "private, max-age=60", "MAX-AGE=60", "max-age=\"60\"", "max-age=60, unknown=1",
    "s-maxage=0, max-age=60", "max-age=60, private=\"X\"", "proxy-revalidate, max-age=60",
  ])
  func `stores a response that is fresh for a while`(cacheControl: String) async throws {
    scene.serve(["Cache-Control": cacheControl])

    #expect(try await exchanges() == 1)
  }

  @Test(arguments: ["no-store", "no-store, max-age=60", "max-age=60, No-Store", "private=\"a, no-store, max-age=60"])
  func `stores no response with no-store`(cacheControl: String) async throws {
    scene.serve(["Cache-Control": cacheControl, "ETag": "\"1\""])

    #expect(try await exchanges() == 2)
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `stores no response to a request with no-store, and answers it from the server`() async throws {
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.get(["Cache-Control": "no-store"])
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
    try await scene.get()
    try await scene.get(["Cache-Control": "no-store"])

    #expect(scene.sent.count == 3)
  }

  @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
  func `a heuristically cacheable status is stored for a tenth of its age`(status: Int) async throws {
    scene.serve(["Last-Modified": scene.date(in: -1_000)], status == 204 ? "" : "one", status: status)

    #expect(try await exchanges() == 1)
  }

  @Test(arguments: [201, 202, 302, 303, 307, 400, 401, 403, 429, 500, 503, 299, 599])
  func `another status is stored only with explicit permission`(status: Int) async throws {
    scene.serve(["Last-Modified": scene.date(in: -1_000)], status: status)
    #expect(try await exchanges() == 2)

    scene.serve(["Cache-Control": "max-age=60"], status: status)
    #expect(try await exchanges() == 3)
  }

  @Test(arguments: [206, 304, 412, 416])
  func `what depends on ranges and conditions is not stored`(status: Int) async throws {
    scene.serve(["Cache-Control": "public, max-age=60"], status: status)

    #expect(try await exchanges() == 2)
  }

  @Test func `public makes any status storable`() async throws {
    scene.serve(["Cache-Control": "public", "Last-Modified": scene.date(in: -1_000)], status: 403)

    #expect(try await exchanges() == 1)
  }

  @Test(arguments: [(200, 1), (404, 1), (299, 2), (403, 2)])
  func `must-understand stores only a status whose rules are known, whatever no-store says`(
    status: Int,
    count: Int
  ) async throws {
    scene.serve(["Cache-Control": "must-understand, no-store, max-age=60"], status: status)

    #expect(try await exchanges() == count)
  }

  @Test(arguments: [[:], ["Cache-Control": "max-age=0"], ["Expires": "0"]] as [HTTPHeaders])
  func `what could never be used is not stored`(headers: HTTPHeaders) async throws {
    scene.serve(headers)

    try await scene.get()

    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, .options, .trace, .query, HTTPMethod("get")])
  func `only GET is stored`(method: HTTPMethod) async throws {
    scene.serve(["Cache-Control": "max-age=60"])

    for _ in 0..<2 { try await scene.send(method) }

    #expect(scene.sent.count == 2)
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `a GET with a body passes by`() async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    let request = try Request(CacheScene.url, body: "{}")

    for _ in 0..<2 { _ = try await scene.stage(request) }

    #expect(scene.sent.count == 2)
    #expect(scene.verdicts.all == [.bypassed(.requestBody), .bypassed(.requestBody)])
  }

  @Test func `a request with a file for its response bypasses the cache`() async throws {
    scene.serve(["Cache-Control": "max-age=60"], status: 404)
    var request = try Request(CacheScene.url)
    request.destination = .file(URL(filePath: "/never-written"))

    for _ in 0..<2 { _ = try await scene.stage(request) }

    #expect(scene.sent.count == 2)
    #expect(scene.verdicts.all == [.bypassed(.download), .bypassed(.download)])
  }

  @Test func `a partial response is not stored, and doesn't affect stored ones`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "Content-Range": "bytes 0-0/3"], "o", status: 206)
    try await scene.get(["Range": "bytes=0-0"])
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
    scene.serve(["Cache-Control": "max-age=60"])
    try await scene.get()

    scene.serve(["Cache-Control": "max-age=60", "Content-Range": "bytes 0-0/3"], "o", status: 206)
    let part = try await scene.get(["Range": "bytes=0-0,2-2"])

    #expect(part.words == "o")
    #expect(try await scene.get().words == "one")
    #expect(scene.sent.count == 3)
  }

  @Test(arguments: [("5", 2), ("3", 1), ("2", 2), ("nonsense", 1), ("3, 3", 1), ("5, 5", 2)])
  func `a body that doesn't have its declared length is not stored`(length: String, count: Int) async throws {
    scene.serve(["Cache-Control": "max-age=60", "Content-Length": length])

    #expect(try await exchanges() == count)
  }

  @Test func `the declared length of a compressed body is ignored`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "Content-Length": "23", "Content-Encoding": "gzip"])

    #expect(try await exchanges() == 1)
  }

  @Test func `what came by a redirect is not stored`() async throws {
    let other = try URL(http: "https://api.test/others")
    scene.serve { _ in Response(headers: ["Cache-Control": "max-age=60"], url: other) }

    #expect(try await exchanges() == 2)
  }

  @Test func `a response that a middleware fetched elsewhere is stored for the original address`() async throws {
    let other = try URL(http: "https://mirror.test/items?key=1")
    let mirroring = Middleware("mirror", at: .attempt) { request, next in
      var request = request
      request.url = other
      return try await next(request)
    }
    let scene = CacheScene(within: [mirroring])
    scene.serve { Response(headers: ["Cache-Control": "max-age=60"], url: $0.url) }

    for _ in 0..<2 { try await scene.get() }

    #expect(scene.sent.map(\.url) == [other])
  }

  @Test func `the connection's own fields, the proxy's and cookies are not stored`() async throws {
    scene.serve([
      "Cache-Control": "max-age=60", "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "5", "TE": "trailers",
      "Proxy-Authenticate": "Basic", "Set-Cookie": "a=1", "Transfer-Encoding": "chunked", "X-Kept": "2",
    ])

    let first = try await scene.get()
    let second = try await scene.get()

    #expect(first.headers["Set-Cookie"] == "a=1")
    #expect(Set(second.headers.map(\.name)) == ["Cache-Control", "X-Kept", "Date", "Age"])
  }

  @Test func `no-cache with names omits these fields, and the rest is fresh`() async throws {
    scene.serve(["Cache-Control": "max-age=60, no-cache=\"X-Once, X-Twice\"", "X-Once": "1", "X-Kept": "2"])

    try await scene.get()
    let second = try await scene.get()

    #expect(second.source == .cache)
    #expect(second.headers["X-Once"] == nil)
    #expect(second.headers["X-Kept"] == "2")
  }

  @Test(arguments: ["no-cache, max-age=60", "no-cache=, max-age=60", "no-cache=\"\", max-age=60"])
  func `a response with no-cache without names is never used without validation`(cacheControl: String) async throws {
    scene.serve(["Cache-Control": cacheControl, "ETag": "\"1\""])

    #expect(try await exchanges() == 2)
    #expect(scene.sent.last?.headers["If-None-Match"] == "\"1\"")
  }

  @Test func `a response without a date gets that of its arrival`() async throws {
    let scene = scene
    scene.serve { _ in Response(headers: ["Date": "yesterday", "Cache-Control": "max-age=60"]) }

    try await scene.get()
    let arrival = scene.date()
    scene.wait(5)

    #expect(try await scene.get().headers["Date"] == arrival)
  }

  @Test func `a newer answer takes the place of the stored one, or removes it`() async throws {
    scene.serve(["Cache-Control": "max-age=60"], "old")
    try await scene.get()

    scene.serve(["Cache-Control": "max-age=60"], "new")
    try await scene.get(["Cache-Control": "no-cache"])
    #expect(try await scene.get().words == "new")

    scene.serve(["Cache-Control": "no-store"], "secret")
    try await scene.get(["Cache-Control": "no-cache"])
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test(arguments: [500, 503, 429, 401])
  func `an error that is not stored leaves the stored response alone`(status: Int) async throws {
    scene.serve(["Cache-Control": "max-age=60"], "good")
    try await scene.get()

    scene.serve(status: status)
    try await scene.get(["Cache-Control": "no-cache"])

    #expect(try await scene.get().words == "good")
  }
}

/// RFC 9111 §3.5, and more: nobody gets what was meant for another.
struct CacheAuthorizationTests {
  private func requests(_ headers: [HTTPHeaders], _ scene: CacheScene) async throws -> [String] {
    scene.serve { request in
      let asker = request.headers["Authorization"] ?? request.headers["Cookie"] ?? "nobody"
      return Response(headers: ["Cache-Control": "max-age=60"], data: Data(asker.utf8))
    }
    var texts: [String] = []
    for headers in headers { texts.append(try await scene.get(headers).words) }
    return texts
  }

  @Test(arguments: [false, true])
  func `a response is returned only for the same credentials`(inFiles: Bool) async throws {
    let folder = CacheFolder()
    let scene = CacheScene(inFiles ? FileCache(directory: folder.url) : MemoryCache())
    let askers: [HTTPHeaders] = [["Authorization": "Bearer a"], ["Authorization": "Bearer b"], [:], ["Cookie": "s=1"]]

    let texts = try await requests(askers + askers.reversed(), scene)

    #expect(texts == ["Bearer a", "Bearer b", "nobody", "s=1", "s=1", "nobody", "Bearer b", "Bearer a"])
    #expect(scene.sent.count == 4)
  }

  @Test func `a response that a middleware authorized is not stored, whatever the key's name`() async throws {
    struct Odd: Authenticator {
      func apply(_ key: String, to request: inout Request) { request.headers["X-Api-Key"] = key }
      func refresh(_ key: String) async throws -> String { key }
    }
    let scene = CacheScene(within: [.authorize(CredentialStore("a", by: Odd()))])
    scene.serve(["Cache-Control": "private, max-age=60"])

    for _ in 0..<2 { try await scene.get() }

    #expect(scene.sent.count == 2)
  }

  @Test func `the user in a URL identifies the requester`() async throws {
    let scene = CacheScene()
    scene.serve(["Cache-Control": "max-age=60"])

    for user in ["ada@", "bob@", "", "ada@", "bob@"] { try await scene.get([:], "https://\(user)api.test/items") }

    #expect(scene.sent.count == 3)
  }

  @Test func `a response to a URL with a user is not tied to a person`() async throws {
    let scene = CacheScene()
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.get([:], "https://ada:pw@api.test/items")
    let response = try await scene.get([:], "https://ada:pw@api.test/items")

    #expect(response.source == .cache)
    #expect(response.url?.absoluteString == "https://api.test/items")
  }

  @Test func `nothing is stored if a middleware further in adds credentials`() async throws {
    let signing = Middleware("sign", at: .attempt) { request, next in
      var request = request
      request.headers["Authorization"] = "Bearer hidden"
      return try await next(request)
    }
    let scene = CacheScene(within: [signing])
    scene.serve(["Cache-Control": "max-age=60"])

    for _ in 0..<2 { try await scene.get() }

    #expect(scene.sent.count == 2)
  }

  @Test func `with partitions, each has its own, and credentials do not matter`() async throws {
    let user = Locked("ada")
    let signing = Middleware("sign", at: .attempt) { request, next in
      var request = request
      request.headers["Authorization"] = "Bearer \(UUID())"
      return try await next(request)
    }
    let scene = CacheScene(partition: { user.withLock { $0 } }, within: [signing])
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Authorization, Cookie"])

    for name in ["ada", "ada", "bob", "bob", "ada"] {
      user.withLock { $0 = name }
      try await scene.get()
    }

    #expect(scene.sent.count == 2)
  }

  @Test func `what came after the partition changed is not stored`() async throws {
    let user = Locked("ada")
    let scene = CacheScene(partition: { user.withLock { $0 } })
    scene.serve { _ in
      user.withLock { $0 = "bob" }
      return Response(headers: ["Cache-Control": "max-age=60"])
    }

    try await scene.get()

    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `a partition and none do not share anything`() async throws {
    let store = MemoryCache()
    let (one, other) = (CacheScene(store), CacheScene(store, partition: { "" }))
    for scene in [one, other, one, other] {
      scene.serve(["Cache-Control": "max-age=60"])
      try await scene.get()
    }

    #expect(one.sent.count == 1)
    #expect(other.sent.count == 1)
  }
}
