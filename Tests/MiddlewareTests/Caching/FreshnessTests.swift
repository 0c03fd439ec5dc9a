import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §4.2: how long a response is fresh, and how old it is.
struct FreshnessTests {
  private let scene = CacheScene()

  /// For how many seconds the response is given without asking, found by asking later and later.
  private func lifetime(_ headers: HTTPHeaders, status: Int = 200) -> Double {
    policy(headers, status: status).lifetime
  }

  private func policy(_ headers: HTTPHeaders, status: Int = 200, delay: Double = 0) -> Freshness {
    Freshness(
      statusCode: status,
      headers: headers,
      directives: ResponseDirectives(headers),
      requestTime: scene.now.addingTimeInterval(-delay),
      responseTime: scene.now
    )
  }

  @Test(arguments: [
    ("max-age=60", 60), ("max-age=0", 0), ("max-age=060", 60), ("max-age=2147483648", 2_147_483_648),
    ("max-age=99999999999999999999999", 2_147_483_648), ("max-age=60, max-age=10", 60), ("max-age", 0),
    ("max-age=", 0), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=ten", 0), ("max-age=٣", 0), ("max-age=1 0", 0),
    ("s-maxage=60", 0), ("public", 0), ("x-max-age=60", 0),
  ])
  func `max-age is how long`(cacheControl: String, seconds: Double) {
    #expect(lifetime(["Cache-Control": cacheControl]) == seconds)
  }

  @Test func `max-age takes precedence over Expires, which takes precedence over the heuristic`() {
    let guess: HTTPHeaders = ["Date": scene.date(), "Last-Modified": scene.date(in: -1_000)]
    let expires = guess.merging(["Expires": scene.date(in: 50)])

    #expect(lifetime(guess) == 100)
    #expect(lifetime(expires) == 50)
    #expect(lifetime(expires.merging(["Cache-Control": "max-age=7"])) == 7)
    #expect(lifetime(expires.merging(["Cache-Control": "s-maxage=7"])) == 50)
  }

  @Test func `Expires counts from the date, whatever the time is here`() {
    #expect(lifetime(["Date": scene.date(in: -500), "Expires": scene.date(in: -400)]) == 100)
    #expect(lifetime(["Expires": scene.date(in: 30)]) == 30)
    #expect(lifetime(["Date": "nonsense", "Expires": scene.date(in: 30)]) == 30)
  }

  @Test(arguments: ["0", "-1", "", "never", "Thu, 99 Dec 2099 16:00:00 GMT", "Thu, 01 Dec 2099 16:00:00 PST"])
  func `an invalid Expires has passed`(expires: String) {
    #expect(lifetime(["Expires": expires, "Last-Modified": scene.date(in: -1_000)]) == 0)
  }

  @Test func `of two Expires the first counts`() {
    let headers: HTTPHeaders = ["Expires": scene.date(in: 30), "expires": scene.date(in: 90)]

    #expect(lifetime(headers) == 30)
  }

  @Test func `the heuristic is a tenth of the time since the last change, at most a week`() {
    let old: HTTPHeaders = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]

    #expect(lifetime(["Last-Modified": scene.date(in: -3_600)]) == 360)
    #expect(lifetime(["Last-Modified": scene.date(in: 3_600)]) == 0)
    #expect(lifetime(["Last-Modified": "long ago"]) == 0)
    #expect(lifetime(old) == 7 * 86_400)
    #expect(lifetime(old, status: 403) == 0)
  }

  @Test(arguments: [
    ("5", 5), ("5, 7", 5), ("0", 0), ("-5", 0), ("5.5", 0), ("old", 0), ("", 0), (", 5", 0),
    ("99999999999999999999", 2_147_483_648),
  ])
  func `Age is the first member of the field`(age: String, seconds: Double) {
    #expect(policy(["Age": age]).initialAge == seconds)
  }

  @Test func `the age on arrival follows from the date, Age, and the time in transit`() {
    #expect(policy(["Date": scene.date(in: -30)]).initialAge == 30)
    #expect(policy(["Date": scene.date(in: 30)]).initialAge == 0)
    #expect(policy(["Age": "10"], delay: 5).initialAge == 15)
    #expect(policy(["Age": "10", "Date": scene.date(in: -30)], delay: 5).initialAge == 30)
    #expect(policy(["Age": "40", "Date": scene.date(in: -30)], delay: 5).initialAge == 45)
  }

  @Test func `a response is fresh until it is as old as its lifetime`() async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    try await scene.get()

    scene.wait(59)
    let fresh = try await scene.get()
    scene.wait(1)
    let stale = try await scene.get()

    #expect(fresh.source == .cache)
    #expect(fresh.headers["Age"] == "59")
    #expect(stale.source == .network)
    #expect(scene.sent.count == 2)
  }

  @Test func `the time that it was elsewhere counts`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "Age": "50"])
    try await scene.get()

    scene.wait(5)
    #expect(try await scene.get().headers.values(for: "Age") == ["55"])
    scene.wait(5)
    #expect(try await scene.get().source == .network)
  }

  @Test func `the time under way counts`() async throws {
    let scene = scene
    scene.serve { _ in
      scene.wait(50)
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    try await scene.get()

    scene.wait(5)
    #expect(try await scene.get().headers["Age"] == "55")
    scene.wait(5)
    #expect(try await scene.get().source == .network)
  }

  @Test(arguments: [(1.0, true), (60, true), (61, false), (1e9, false)])
  func `after a clock was set back, the age is unknown`(seconds: Double, isFresh: Bool) async throws {
    scene.serve(["Cache-Control": "max-age=3600"])
    try await scene.get()

    scene.wait(-seconds)

    #expect(try await scene.get().source == (isFresh ? .cache : .network))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `a clock that tells nonsense does no harm`(time: Double) async throws {
    scene.serve(["Cache-Control": "max-age=60", "Last-Modified": scene.date(in: -10)])
    scene.now = Date(timeIntervalSince1970: time)
    try await scene.get()
    scene.now = CacheScene.start
    try await scene.get()
    scene.now = Date(timeIntervalSince1970: time)

    #expect(try await scene.get(["Cache-Control": "max-stale"]).words == "one")
  }

  @Test func `a cached response is complete, and has its source`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "X-Kept": "1"], "one", status: 203)
    let first = try await scene.get()
    scene.wait(7)

    let second = try await scene.get(["Accept": "b"])

    #expect(first.source == .network)
    #expect(second.source == .cache)
    #expect(second.statusCode == 203)
    #expect(second.data == first.data)
    #expect(second.headers == first.headers.merging(["Age": "7"]))
    #expect(second.url?.absoluteString == CacheScene.url)
    #expect(second.request?.headers == ["Accept": "b"])
    #expect(scene.verdicts.all == [.miss, .stored, .hit])
  }
}

/// RFC 9111 §4.2.4, RFC 5861: what is given although it is not fresh any more.
@Suite(.timeLimit(.minutes(1)))
struct ServingStaleTests {
  private let scene = CacheScene()

  private func store(_ cacheControl: String, age: Double) async throws {
    scene.serve(["Cache-Control": cacheControl, "ETag": "\"1\""])
    try await scene.get()
    scene.wait(age)
    scene.serve(["Cache-Control": cacheControl, "ETag": "\"2\""], "two")
  }

  @Test func `stale responses are returned only with permission`() async throws {
    try await store("max-age=60", age: 60)

    #expect(try await scene.get().words == "two")
  }

  private struct Broken: Error {}

  @Test(arguments: [nil, 500, 502, 503, 504] as [Int?])
  func `stale-if-error returns it in place of an error`(status: Int?) async throws {
    try await store("max-age=60, stale-if-error=40", age: 100)
    scene.serve { _ in
      guard let status else { throw Broken() }
      return Response(statusCode: status)
    }

    let response = try await scene.get()

    #expect(response.source == .stale)
    #expect(response.words == "one")
    #expect(response.headers["Age"] == "100")
    #expect(scene.verdicts.all.suffix(2) == [.revalidating, .stale])
  }

  @Test(arguments: [400, 404, 429, 501, 505])
  func `another status is no such error`(status: Int) async throws {
    try await store("max-age=60, stale-if-error=40", age: 100)
    scene.serve(status: status)

    #expect(try await scene.get().statusCode == status)
  }

  @Test func `stale-if-error ends`() async throws {
    try await store("max-age=60, stale-if-error=40", age: 100.5)
    scene.serve { _ in throw Broken() }

    let error = await #expect(throws: ConnectionError.self) { try await scene.get() }

    #expect(error?.type == .network)
    #expect(error?.nativeError is Broken)
  }

  @Test(
    arguments: [
      ("max-age=60, stale-if-error=40, must-revalidate", [:]), ("max-age=60, stale-if-error=40, no-cache", [:]),
      ("max-age=60, stale-if-error=40", ["Cache-Control": "no-cache"]), ("max-age=60", [:]),
      ("max-age=60, stale-if-error=x", [:]),
    ] as [(String, HTTPHeaders)]
  )
  func `an error stays one where giving the stored response is forbidden`(
    cacheControl: String,
    headers: HTTPHeaders
  ) async throws {
    try await store(cacheControl, age: 70)
    scene.serve(status: 503)

    #expect(try await scene.get(headers).statusCode == 503)
  }

  @Test func `the request may ask for it, even without permission in the response`() async throws {
    scene.serve([:])
    try await scene.get(["Cache-Control": "stale-if-error=100"])
    scene.wait(50)
    scene.serve { _ in throw Broken() }

    #expect(try await scene.get(["Cache-Control": "stale-if-error=100"]).source == .stale)
    await #expect(throws: ConnectionError.self) { try await scene.get(["Cache-Control": "stale-if-error=49"]) }
    await #expect(throws: ConnectionError.self) { try await scene.get() }
  }

  @Test func `a cancel is no error to make up for`() async throws {
    try await store("max-age=60, stale-if-error=40", age: 70)
    scene.serve { _ in throw CancellationError() }

    let error = await #expect(throws: ConnectionError.self) { try await scene.get() }

    #expect(error?.type == .cancelled)
  }

  @Test func `stale-while-revalidate returns it at once, and validates in the background, once`() async throws {
    let scene = CacheScene(WatchedStore())
    scene.serve(["Cache-Control": "max-age=60, stale-while-revalidate=40"], "one")
    try await scene.get()
    scene.wait(100)
    scene.serve(["Cache-Control": "max-age=60"], "two")

    let stale = try await scene.get()
    try await (scene.store as? WatchedStore)?.waitForWrites(2)
    let fresh = try await scene.get()

    #expect(stale.source == .stale)
    #expect(stale.words == "one")
    #expect(fresh.source == .cache)
    #expect(fresh.words == "two")
    #expect(scene.sent.count == 2)
    #expect(scene.verdicts.all == [.miss, .stored, .stale, .hit])
  }

  @Test(
    arguments: [
      ("max-age=60, stale-while-revalidate=40", 101, [:]), ("max-age=60, stale-while-revalidate=x", 70, [:]),
      ("max-age=60, stale-while-revalidate=40, must-revalidate", 70, [:]),
      ("max-age=60, stale-while-revalidate=40, no-cache", 70, [:]),
      ("max-age=60, stale-while-revalidate=40", 70, ["Cache-Control": "no-cache"]),
      ("max-age=60, stale-while-revalidate=40", 70, ["Cache-Control": "max-age=65"]),
      ("max-age=60, stale-while-revalidate=40", 70, ["Cache-Control": "min-fresh=1"]),
    ] as [(String, Double, HTTPHeaders)]
  )
  func `after that time, or for a stricter request, the server is asked first`(
    cacheControl: String,
    age: Double,
    headers: HTTPHeaders
  ) async throws {
    try await store(cacheControl, age: age)

    #expect(try await scene.get(headers).words == "two")
  }

  @Test func `each time it is stale it is validated again, without involving the call`() async throws {
    let store = WatchedStore()
    let lingering = Middleware("linger") { request, next in
      let response = try await next(request)
      try await store.waitForWrites(1)
      return response
    }
    let scene = CacheScene(store, within: [lingering])
    var sources: [ResponseSource] = []
    for _ in 0..<4 {
      scene.serve(["Cache-Control": "max-age=60, stale-while-revalidate=40"])
      sources.append(try await scene.get().source)
      // The write comes a moment before the end of the revalidation that it belongs to.
      while !store.writeGuard.beginRevalidating(CacheScene.url) { await Task.yield() }
      store.writeGuard.endRevalidating(CacheScene.url)
      scene.wait(70)
    }

    #expect(sources == [.network, .stale, .stale, .stale])
    #expect(scene.sent.count == 4)
    #expect(scene.verdicts.all == [.miss, .stored, .stale, .stale, .stale])
  }

  @Test func `only-if-cached gets it without a revalidation in the background`() async throws {
    try await store("max-age=60, stale-while-revalidate=40", age: 70)

    #expect(try await scene.get(["Cache-Control": "only-if-cached"]).source == .stale)
    #expect(scene.sent.count == 1)
  }

  @Test func `an address is validated in the background once at a time, and a limited number of addresses at once`() {
    let writeGuard = WriteGuard()

    let first = (0..<WriteGuard.backgroundLimit).map { writeGuard.beginRevalidating("\($0)") }

    #expect(first.allSatisfy { $0 })
    #expect(!writeGuard.beginRevalidating("another"))
    writeGuard.endRevalidating("0")
    #expect(!writeGuard.beginRevalidating("1"))
    #expect(writeGuard.beginRevalidating("another"))
  }
}
