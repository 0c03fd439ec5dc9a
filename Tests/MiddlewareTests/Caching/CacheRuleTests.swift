import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// One rule of RFC 9111 or RFC 9110: what is stored, what is asked later, and where the answer comes from.
struct CacheRule: Sendable, CustomTestStringConvertible {
  let rule: String
  var headers: HTTPHeaders
  var status = 200
  var wait = 0.0
  var request: HTTPHeaders = [:]
  /// What the server says the second time.
  var later: HTTPHeaders = ["Cache-Control": "no-store"]
  var laterStatus = 200
  let source: ResponseSource

  var testDescription: String { rule }

  static let old = "Sat, 01 Jan 2000 00:00:00 GMT"
  /// 100 s after the scene's start; the start; 100 s before it.
  static let after = "Tue, 14 Nov 2023 22:15:00 GMT"
  static let start = "Tue, 14 Nov 2023 22:13:20 GMT"
  static let before = "Tue, 14 Nov 2023 22:11:40 GMT"

  static let freshness: [CacheRule] = [
    .init(rule: "quoted max-age", headers: ["Cache-Control": "max-age=\"10\""], wait: 9, source: .cache),
    .init(rule: "quoted max-age ends", headers: ["Cache-Control": "max-age=\"10\""], wait: 10, source: .network),
    .init(rule: "single quotes", headers: ["Cache-Control": "max-age='10'"], source: .network),
    .init(rule: "the first max-age", headers: ["Cache-Control": "max-age=10, max-age=99"], wait: 20, source: .network),
    .init(
      rule: "the first of two fields",
      headers: ["Cache-Control": "max-age=99, max-age=10"],
      wait: 20,
      source: .cache
    ),
    .init(rule: "a negative max-age", headers: ["Cache-Control": "max-age=-1", "Expires": after], source: .network),
    .init(rule: "a decimal max-age", headers: ["Cache-Control": "max-age=10.5", "Expires": after], source: .network),
    .init(rule: "max-age without a number", headers: ["Cache-Control": "max-age", "Expires": after], source: .network),
    .init(rule: "an empty max-age", headers: ["Cache-Control": "max-age=", "Expires": after], source: .network),
    .init(rule: "a space before the number", headers: ["Cache-Control": "max-age= 10"], source: .cache),
    .init(rule: "a space before the equals sign", headers: ["Cache-Control": "max-age =10"], source: .cache),
    .init(rule: "semicolons", headers: ["Cache-Control": "max-age=10; public"], source: .network),
    .init(rule: "leading zeros", headers: ["Cache-Control": "max-age=0010"], wait: 9, source: .cache),
    .init(
      rule: "a huge max-age",
      headers: ["Cache-Control": "max-age=99999999999999999999"],
      wait: 1e9,
      source: .cache
    ),
    .init(rule: "a name in a quotation", headers: ["Cache-Control": "x=\", no-store, \", max-age=10"], source: .cache),
    .init(rule: "max-age in a quotation", headers: ["Cache-Control": "x=\", max-age=10, \""], source: .network),
    .init(rule: "a similar name", headers: ["Cache-Control": "xmax-age=10"], source: .network),
    .init(rule: "Expires: 0", headers: ["Expires": "0"], source: .network),
    .init(rule: "Expires: -1", headers: ["Expires": "-1"], source: .network),
    .init(rule: "Expires in the past", headers: ["Expires": before], source: .network),
    .init(rule: "Expires like Date", headers: ["Expires": start, "Date": start], source: .network),
    .init(rule: "Expires later", headers: ["Expires": after], wait: 99, source: .cache),
    .init(rule: "Expires over", headers: ["Expires": after], wait: 100, source: .network),
    .init(rule: "max-age over Expires", headers: ["Expires": "0", "Cache-Control": "max-age=10"], source: .cache),
    .init(rule: "s-maxage does not matter", headers: ["Cache-Control": "s-maxage=99"], source: .network),
    .init(
      rule: "Pragma of a response",
      headers: ["Cache-Control": "max-age=10", "Pragma": "no-cache"],
      source: .cache
    ),
    .init(rule: "an Age near the end", headers: ["Cache-Control": "max-age=10", "Age": "9"], source: .cache),
    .init(rule: "an Age at the end", headers: ["Cache-Control": "max-age=10", "Age": "10"], source: .network),
    .init(
      rule: "a huge Age",
      headers: ["Cache-Control": "max-age=10", "Age": "99999999999999999999"],
      source: .network
    ),
    .init(rule: "a negative Age", headers: ["Cache-Control": "max-age=10", "Age": "-99"], source: .cache),
    .init(rule: "an Age that is no number", headers: ["Cache-Control": "max-age=10", "Age": "99x"], source: .cache),
    .init(rule: "a Date long ago", headers: ["Cache-Control": "max-age=99", "Date": before], source: .network),
    .init(rule: "a Date to come", headers: ["Cache-Control": "max-age=10", "Date": after], wait: 9, source: .cache),
    .init(
      rule: "a Date to come ends",
      headers: ["Cache-Control": "max-age=10", "Date": after],
      wait: 10,
      source: .network
    ),
    .init(rule: "a guess for a 404", headers: ["Last-Modified": old], status: 404, wait: 9, source: .cache),
    .init(rule: "no guess for a 302", headers: ["Last-Modified": old], status: 302, wait: 9, source: .network),
    .init(
      rule: "no guess against max-age",
      headers: ["Last-Modified": old, "Cache-Control": "max-age=0"],
      source: .network
    ),
    .init(rule: "a change to come", headers: ["Last-Modified": after, "Date": start], source: .network),
  ]

  static let requests: [CacheRule] = [
    .init(
      rule: "max-age of the request",
      headers: long,
      wait: 5,
      request: ["Cache-Control": "max-age=5"],
      source: .cache
    ),
    .init(rule: "max-age passed", headers: long, wait: 6, request: ["Cache-Control": "max-age=5"], source: .network),
    .init(rule: "an invalid max-age", headers: long, request: ["Cache-Control": "max-age=x"], source: .network),
    .init(
      rule: "max-age allows nothing stale",
      headers: short,
      wait: 20,
      request: ["Cache-Control": "max-age=50"],
      source: .network
    ),
    .init(rule: "min-fresh met", headers: short, wait: 5, request: ["Cache-Control": "min-fresh=5"], source: .cache),
    .init(
      rule: "min-fresh missed",
      headers: short,
      wait: 6,
      request: ["Cache-Control": "min-fresh=5"],
      source: .network
    ),
    .init(rule: "max-stale met", headers: short, wait: 15, request: ["Cache-Control": "max-stale=5"], source: .stale),
    .init(
      rule: "max-stale missed",
      headers: short,
      wait: 16,
      request: ["Cache-Control": "max-stale=5"],
      source: .network
    ),
    .init(
      rule: "an invalid max-stale",
      headers: short,
      wait: 15,
      request: ["Cache-Control": "max-stale=x"],
      source: .network
    ),
    .init(
      rule: "a quoted max-stale",
      headers: short,
      wait: 15,
      request: ["Cache-Control": "max-stale=\"5\""],
      source: .stale
    ),
    .init(
      rule: "max-stale against must-revalidate",
      headers: ["Cache-Control": "max-age=10, must-revalidate"],
      wait: 15,
      request: stale,
      source: .network
    ),
    .init(
      rule: "max-stale with proxy-revalidate",
      headers: ["Cache-Control": "max-age=10, proxy-revalidate"],
      wait: 15,
      request: stale,
      source: .stale
    ),
    .init(
      rule: "max-stale against no-cache",
      headers: ["Cache-Control": "no-cache", "ETag": "\"1\""],
      request: stale,
      source: .network
    ),
    .init(rule: "Pragma of a request", headers: long, request: ["Pragma": "no-cache"], source: .network),
    .init(
      rule: "Pragma beside Cache-Control",
      headers: long,
      request: ["Pragma": "no-cache", "Cache-Control": "x"],
      source: .cache
    ),
    .init(rule: "no-cache", headers: long, request: ["Cache-Control": "no-cache"], source: .network),
    .init(rule: "no-transform", headers: long, request: ["Cache-Control": "no-transform"], source: .cache),
    .init(
      rule: "a directive of responses",
      headers: long,
      request: ["Cache-Control": "must-revalidate"],
      source: .cache
    ),
  ]

  static let answers: [CacheRule] = [
    .init(rule: "304", headers: tagged, wait: 20, later: [:], laterStatus: 304, source: .revalidated),
    .init(
      rule: "304 with the same weak tag",
      headers: ["Cache-Control": "max-age=10", "ETag": "W/\"1\""],
      wait: 20,
      later: ["ETag": "W/\"1\""],
      laterStatus: 304,
      source: .revalidated
    ),
    .init(
      rule: "304 by date alone",
      headers: ["Cache-Control": "max-age=10", "Last-Modified": old],
      wait: 20,
      later: [:],
      laterStatus: 304,
      source: .revalidated
    ),
    .init(rule: "an outage with stale-if-error", headers: patient, wait: 20, laterStatus: 503, source: .stale),
    .init(rule: "an outage after its time", headers: patient, wait: 120, laterStatus: 503, source: .network),
    .init(rule: "an error that is no outage", headers: patient, wait: 20, laterStatus: 404, source: .network),
    .init(
      rule: "an outage against must-revalidate",
      headers: ["Cache-Control": "max-age=10, must-revalidate, stale-if-error=99"],
      wait: 20,
      laterStatus: 503,
      source: .network
    ),
    .init(
      rule: "an outage when no-cache was asked for",
      headers: patient,
      wait: 20,
      request: ["Cache-Control": "no-cache"],
      laterStatus: 503,
      source: .network
    ),
    .init(
      rule: "an outage while it is fresh, asked about by max-age",
      headers: patient,
      wait: 5,
      request: ["Cache-Control": "max-age=1"],
      laterStatus: 503,
      source: .stale
    ),
  ]

  private static let long: HTTPHeaders = ["Cache-Control": "max-age=1000"]
  private static let short: HTTPHeaders = ["Cache-Control": "max-age=10"]
  private static let stale: HTTPHeaders = ["Cache-Control": "max-stale"]
  private static let tagged: HTTPHeaders = ["Cache-Control": "max-age=10", "ETag": "\"1\""]
  private static let patient: HTTPHeaders = ["Cache-Control": "max-age=10, stale-if-error=100"]
}

struct CacheRuleTests {
  private let scene = CacheScene()

  private func check(_ rule: CacheRule) async throws {
    scene.serve(rule.headers, status: rule.status)
    try await scene.get()
    scene.wait(rule.wait)
    scene.serve(rule.later, "two", status: rule.laterStatus)

    let response = try await scene.get(rule.request)

    #expect(response.source == rule.source)
    #expect(response.words == (rule.source == .network ? "two" : "one"))
  }

  @Test(arguments: CacheRule.freshness)
  func `a response is fresh as long as its headers say`(rule: CacheRule) async throws { try await check(rule) }

  @Test(arguments: CacheRule.requests)
  func `a request asks for more or less freshness`(rule: CacheRule) async throws { try await check(rule) }

  @Test(arguments: CacheRule.answers)
  func `the server's response decides on stored ones`(rule: CacheRule) async throws { try await check(rule) }

  @Test func `a 304 replaces the headers that it names, all fields of a name, and keeps the others`() async throws {
    scene.serve { _ in
      var response = Response(
        headers: ["Cache-Control": "max-age=10", "ETag": "\"1\"", "X-Kept": "1"],
        data: Data("one".utf8)
      )
      response.headers.append("a", for: "X-New")
      response.headers.append("b", for: "X-New")
      return response
    }
    try await scene.get()
    scene.wait(20)
    scene.serve(["Cache-Control": "max-age=50", "x-new": "c", "Content-Type": "text/plain"], "", status: 304)

    try await scene.get()
    scene.wait(40)
    let response = try await scene.get()

    #expect(response.source == .cache && response.words == "one")
    #expect(response.headers.values(for: "X-New") == ["c"] && response.headers["X-Kept"] == "1")
    #expect(response.headers["Content-Type"] == "text/plain" && response.headers["Age"] == "40")
  }

  @Test func `a 304 that makes it no-cache has it asked about each time`() async throws {
    scene.serve(["Cache-Control": "max-age=10", "ETag": "\"1\""])
    try await scene.get()
    scene.wait(20)
    scene.serve(["Cache-Control": "no-cache", "ETag": "\"1\""], "", status: 304)

    for _ in 0..<3 { #expect(try await scene.get().source == .revalidated) }
  }

  @Test func `a 304 with another Vary is for other requests from then on`() async throws {
    scene.serve(["Cache-Control": "max-age=10", "ETag": "\"1\""])
    try await scene.get(["Accept": "a"])
    scene.wait(20)
    scene.serve(["Cache-Control": "max-age=60", "ETag": "\"1\"", "Vary": "Accept"], "", status: 304)
    try await scene.get(["Accept": "a"])
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept"], "two")

    #expect(try await scene.get(["Accept": "a"]).words == "one")
    #expect(try await scene.get(["Accept": "b"]).words == "two")
  }

  @Test(
    arguments: [
      ("Accept, Accept-Language", ["accept-language": "en", "ACCEPT": "a"], true),
      ("ACCEPT", ["Accept": "a", "X": "2"], true),
      ("Accept", ["Accept": "A"], false), ("Accept", [:], false), ("Accept,,X", ["Accept": "a"], true),
      ("Accept", ["Accept": "a", "Accept-Language": "de"], true), ("X", ["Accept": "a", "X": ""], false),
    ] as [(String, HTTPHeaders, Bool)]
  )
  func `Vary compares the named fields, without regard to the case of names`(
    vary: String,
    second: HTTPHeaders,
    isSame: Bool
  ) async throws {
    let first: HTTPHeaders = vary.contains("Language") ? ["Accept": "a", "Accept-Language": "en"] : ["Accept": "a"]
    scene.serve(["Cache-Control": "max-age=60", "Vary": vary])

    try await scene.get(first)
    try await scene.get(second)

    #expect(scene.sent.count == (isSame ? 1 : 2))
  }

  @Test(arguments: [
    ("Location", "/items", 201, true), ("Location", "https://API.test:443/items#x", 303, true),
    ("Content-Location", "items", 200, true), ("Location", "https://evil.test/items", 201, false),
    ("Location", "http://api.test/items", 201, false), ("Location", "/items", 400, false),
    ("Location", "/items", 500, false), ("Content-Location", "https://api.test:8443/items", 200, false),
    ("Location", "http://[", 201, false),
  ])
  func `a change elsewhere removes what its answer names, of the same origin, unless it failed`(
    field: String,
    value: String,
    status: Int,
    isRemoved: Bool
  ) async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    try await scene.get()
    scene.serve([field: value], "", status: status)

    try await scene.send(.post, [:], "https://api.test/changes")

    #expect(scene.store.responses(for: CacheScene.url).isEmpty == isRemoved)
  }

  @Test(
    arguments: [
      (["ETag": "\"1\"", "Content-Length": "3", "Cache-Control": "max-age=90"], true, true),
      (["ETag": "\"2\""], false, false), (["Content-Length": "4"], false, false), ([:], true, false),
    ] as [(HTTPHeaders, Bool, Bool)]
  )
  func `an answer to HEAD brings the stored response up to date, or removes it`(
    headers: HTTPHeaders,
    isKept: Bool,
    isFresh: Bool
  ) async throws {
    scene.serve(["Cache-Control": "max-age=10", "ETag": "\"1\"", "Content-Length": "3"])
    try await scene.get()
    scene.wait(20)
    scene.serve { _ in Response(headers: headers) }

    try await scene.send(.head)
    scene.wait(20)

    #expect(scene.store.responses(for: CacheScene.url).isEmpty == !isKept)
    scene.serve(["Cache-Control": "no-store"], "two")
    if isFresh { #expect(try await scene.get().source == .cache) }
  }
}
