import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §4.3, RFC 9110 §13: how the server is asked whether a stored response is still right.
struct CacheValidationTests {
  private let scene = CacheScene()

  /// Stores a response, lets it grow stale, and lets the server answer with the other.
  private func store(_ headers: HTTPHeaders, then newer: HTTPHeaders = [:], status: Int = 304) async throws {
    scene.serve(headers)
    try await scene.get()
    scene.wait(1_000)
    scene.serve(newer, status == 304 ? "" : "two", status: status)
  }

  @Test func `validates by entity tag and by date, in their original text`() async throws {
    let change = scene.date(in: -5)
    try await store(["ETag": "W/\"1,2\"", "Last-Modified": change])

    try await scene.get(["Accept": "a"])

    #expect(scene.sent.last?.headers == ["Accept": "a", "If-None-Match": "W/\"1,2\"", "If-Modified-Since": change])
  }

  @Test(
    arguments: [
      ["Cache-Control": "max-age=9", "Last-Modified": "long ago"], ["Cache-Control": "max-age=9", "ETag": ""],
      ["Cache-Control": "max-age=9"], ["Cache-Control": "max-age=9", "ETag": "\"a\u{7}b\""],
    ] as [HTTPHeaders]
  )
  func `asks for the whole where there is nothing to tell it by`(headers: HTTPHeaders) async throws {
    try await store(headers, status: 200)

    #expect(try await scene.get().words == "two")
    #expect(scene.sent.last?.headers == [:])
  }

  @Test func `a 304 gives the stored body with newer headers, fresh again`() async throws {
    try await store(
      ["ETag": "\"1\"", "X-Old": "1", "X-Both": "1", "Age": "9", "Cache-Control": "max-age=60"],
      then: ["ETag": "\"1\"", "X-Both": "2", "X-New": "2", "Cache-Control": "max-age=50"]
    )

    let response = try await scene.get()
    scene.wait(49)
    let next = try await scene.get()

    #expect(response.source == .revalidated)
    #expect(response.statusCode == 200)
    #expect(response.words == "one")
    #expect(response.headers["X-Old"] == "1")
    #expect(response.headers["X-Both"] == "2")
    #expect(response.headers["X-New"] == "2")
    #expect(response.headers["Age"] == nil)
    #expect(response.request?.headers["If-None-Match"] == "\"1\"")
    #expect(next.source == .cache)
    #expect(next.headers["Age"] == "49")
    #expect(next.headers["X-New"] == "2")
    #expect(scene.sent.count == 2)
    #expect(scene.verdicts.all == [.miss, .stored, .revalidating, .revalidated, .hit])
  }

  @Test func `fields that describe the received body stay, and so do unstorable ones`() async throws {
    try await store(
      ["ETag": "\"1\"", "Content-Length": "3", "Content-Type": "text/plain", "Cache-Control": "max-age=1"],
      then: [
        "ETag": "\"1\"", "Content-Length": "0", "Content-Encoding": "br", "Content-Range": "bytes 0-1/2",
        "Connection": "X-Hop", "X-Hop": "1", "Set-Cookie": "a=1", "Content-Type": "text/html",
        "Cache-Control": "max-age=60",
      ]
    )

    try await scene.get()
    let headers = try await scene.get().headers

    #expect(headers["Content-Length"] == "3")
    #expect(headers["Content-Type"] == "text/html")
    for name in ["Content-Encoding", "Content-Range", "Connection", "X-Hop", "Set-Cookie"] {
      #expect(!headers.contains(name))
    }
  }

  @Test func `a 304 without a date is from now`() async throws {
    scene.serve(["ETag": "\"1\"", "Cache-Control": "max-age=60"])
    try await scene.get()
    scene.wait(1_000)
    scene.serve { _ in Response(statusCode: 304, headers: ["Date": ""]) }
    try await scene.get()
    scene.wait(59)

    #expect(try await scene.get().source == .cache)
  }

  @Test func `a complete response replaces the stored one`() async throws {
    try await store(
      ["ETag": "\"1\"", "Cache-Control": "max-age=60"],
      then: ["ETag": "\"2\"", "Cache-Control": "max-age=60"],
      status: 200
    )

    let response = try await scene.get()

    #expect(response.source == .network)
    #expect(response.words == "two")
    #expect(try await scene.get().words == "two")
    #expect(scene.sent.count == 2)
  }

  @Test(arguments: [
    ("\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", true), ("\"1\"", "W/\"1\"", true), ("W/\"1\"", "\"1\"", false),
    ("\"1\"", "\"2\"", false), ("\"1\"", "W/\"2\"", false), ("\"1\"", nil, true),
  ])
  func `a 304 with another tag is ignored, and the whole response is requested`(
    stored: String,
    named: String?,
    isBelieved: Bool
  ) async throws {
    scene.serve(["ETag": stored, "Cache-Control": "max-age=1"])
    try await scene.get()
    scene.wait(1_000)
    scene.serve { request in
      guard request.headers.contains("If-None-Match") else { return Response(data: Data("whole".utf8)) }
      return Response(statusCode: 304, headers: named.map { ["ETag": $0] } ?? [:])
    }

    let response = try await scene.get()

    #expect(response.source == (isBelieved ? .revalidated : .network))
    #expect(response.words == (isBelieved ? "one" : "whole"))
    #expect(scene.sent.count == (isBelieved ? 2 : 3))
  }

  @Test(arguments: [(-5.0, true), (-4, false)])
  func `without tags the date of the change must be the same`(offset: Double, isBelieved: Bool) async throws {
    let named = scene.date(in: offset)
    scene.serve(["Last-Modified": scene.date(in: -5), "Cache-Control": "max-age=1"])
    try await scene.get()
    scene.wait(1_000)
    scene.serve { request in
      guard request.headers.contains("If-Modified-Since") else { return Response(data: Data("whole".utf8)) }
      return Response(statusCode: 304, headers: ["Last-Modified": named])
    }

    #expect(try await scene.get().words == (isBelieved ? "one" : "whole"))
  }

  @Test func `a server that answers 304 to everything is not asked forever`() async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=1"], then: ["ETag": "\"other\""])

    #expect(try await scene.get().statusCode == 304)
    #expect(scene.sent.count == 3)
  }

  @Test func `a 304 that says no-store is answered by what is stored, for the last time`() async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=1"], then: ["Cache-Control": "no-store"])

    #expect(try await scene.get().words == "one")
    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test func `a stored response that was dropped meanwhile is stored again by its 304`() async throws {
    let scene = scene
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=1"])
    scene.serve { _ in
      scene.store.store([], for: CacheScene.url)
      return Response(statusCode: 304, headers: ["Cache-Control": "max-age=60"])
    }

    #expect(try await scene.get().source == .revalidated)
    #expect(try await scene.get().source == .cache)
  }

  @Test func `an error of the server is the answer, and the stored response stays`() async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=1"], status: 500)
    #expect(try await scene.get().statusCode == 500)

    scene.serve(status: 304)
    #expect(try await scene.get().words == "one")
  }

  @Test(arguments: [
    "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "if-none-match",
  ])
  func `a request with its own conditions is sent unchanged`(name: String) async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=5000"])

    let response = try await scene.get([name: "x"])

    #expect(response.statusCode == 304)
    #expect(response.source == .network)
    #expect(scene.sent.last?.headers == [name: "x"])
  }

  @Test func `its response is stored nevertheless`() async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=60"], then: ["ETag": "\"1\"", "X-New": "1"])

    try await scene.get(["If-None-Match": "\"1\""])
    #expect(try await scene.get().headers["X-New"] == "1")

    scene.serve(["Cache-Control": "max-age=60"], "two")
    try await scene.get(["If-None-Match": "\"1\""])
    #expect(try await scene.get().words == "two")
    #expect(scene.sent.count == 3)
  }

  @Test(arguments: [["ETag": "W/\"1\""], ["ETag": "\"2\""], [:]] as [HTTPHeaders])
  func `a 304 to conditions of its own changes nothing that it does not name`(headers: HTTPHeaders) async throws {
    try await store(
      ["ETag": "\"1\"", "Cache-Control": "max-age=5000"],
      then: headers.merging(["X-New": "1"])
    )

    try await scene.get(["If-None-Match": "\"1\""])

    #expect(try await scene.get().headers["X-New"] == nil)
  }

  @Test func `If-Range without a Range is a condition, and passes`() async throws {
    try await store(["ETag": "\"1\"", "Cache-Control": "max-age=5000"], status: 200)

    #expect(try await scene.get(["If-Range": "\"1\""]).words == "two")
  }
}

/// RFC 9111 §4.3.5, and what `HEAD` gets.
struct CacheHeadTests {
  private let scene = CacheScene()

  private func store() async throws {
    scene.serve(["ETag": "\"1\"", "Content-Length": "3", "Cache-Control": "max-age=60"])
    try await scene.get()
  }

  @Test func `HEAD is answered by a stored GET, without its body`() async throws {
    try await store()

    let response = try await scene.send(.head)

    #expect(response.source == .cache)
    #expect(response.data.isEmpty)
    #expect(response.headers["Content-Length"] == "3")
    #expect(scene.sent.count == 1)
  }

  @Test func `HEAD is not stored`() async throws {
    scene.serve(["Cache-Control": "max-age=60"])

    for _ in 0..<2 { try await scene.send(.head) }

    #expect(scene.sent.count == 2)
  }

  @Test(
    arguments: [
      ["ETag": "\"1\"", "Content-Length": "3"], ["ETag": "\"1\""], [:],
    ] as [HTTPHeaders]
  )
  func `a response to HEAD about the stored version updates it`(headers: HTTPHeaders) async throws {
    try await store()
    scene.wait(60)
    scene.serve(headers.merging(["X-New": "1", "Cache-Control": "max-age=60"]), "")

    let head = try await scene.send(.head)
    let get = try await scene.get()

    #expect(head.source == .network)
    #expect(scene.sent.last?.headers == [:])
    #expect(get.source == .cache)
    #expect(get.words == "one")
    #expect(get.headers["X-New"] == "1")
  }

  @Test(
    arguments: [
      ["ETag": "\"2\""], ["ETag": "\"1\"", "Content-Length": "4"], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ] as [HTTPHeaders]
  )
  func `a response to HEAD about another version removes it`(headers: HTTPHeaders) async throws {
    try await store()
    scene.serve(headers, "")

    try await scene.send(.head, ["Cache-Control": "no-cache"])

    #expect(scene.store.responses(for: CacheScene.url).isEmpty)
  }

  @Test(arguments: [304, 404, 503])
  func `another status of HEAD says nothing`(status: Int) async throws {
    try await store()
    scene.serve(["ETag": "\"1\"", "X-New": "1"], "", status: status)

    try await scene.send(.head, ["Cache-Control": "no-cache"])

    #expect(try await scene.get().headers["X-New"] == nil)
    #expect(scene.sent.count == 2)
  }
}
