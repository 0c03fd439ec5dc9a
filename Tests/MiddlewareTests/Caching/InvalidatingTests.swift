import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// RFC 9111 §4.4: what a change of the resource does to what is stored.
struct InvalidatingTests {
  private let scene = CacheScene()

  private func isStored(_ url: String = CacheScene.url) -> Bool { !scene.store.responses(for: url).isEmpty }

  private func store(_ urls: String...) async throws {
    scene.serve(["Cache-Control": "max-age=60"])
    for url in [CacheScene.url] + urls { try await scene.get([:], url) }
    #expect(isStored())
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, HTTPMethod("PURGE"), HTTPMethod("post"), .connect])
  func `an unsafe method removes the responses stored for its address`(
    method: HTTPMethod
  ) async throws {
    try await store("https://api.test/other")

    try await scene.send(method)

    #expect(!isStored())
    #expect(isStored("https://api.test/other"))
    #expect(scene.verdicts.all.last == .bypassed(.method))
  }

  @Test(arguments: [HTTPMethod.get, .head, .options, .trace, .query])
  func `a safe method removes nothing`(method: HTTPMethod) async throws {
    try await store()

    try await scene.send(method)

    #expect(isStored())
  }

  @Test(arguments: [
    (200, false), (201, false), (204, false), (302, false), (399, false), (400, true), (409, true), (503, true),
  ])
  func `an error has changed nothing`(status: Int, remains: Bool) async throws {
    try await store()
    scene.serve(status: status)

    try await scene.send(.post)

    #expect(isStored() == remains)
  }

  @Test func `all variants and all askers are removed`() async throws {
    scene.serve(["Cache-Control": "max-age=60", "Vary": "Accept"])
    for headers: HTTPHeaders in [["Accept": "a"], ["Accept": "b"], ["Authorization": "c"]] {
      try await scene.get(headers)
    }

    try await scene.send(.delete, ["Authorization": "d"])

    #expect(!isStored())
  }

  @Test(arguments: ["Location", "Content-Location"])
  func `addresses that the response names are removed if they have the same origin`(name: String) async throws {
    try await store("https://api.test/items/7", "https://other.test/items/7", "http://api.test/items/7")

    for url in ["/items/7#new", "https://other.test/items/7", "http://api.test/items/7", "::", ""] {
      scene.serve([name: url], status: 201)
      try await scene.send(.post)
    }

    #expect(!isStored("https://api.test/items/7"))
    #expect(isStored("https://other.test/items/7"))
    #expect(isStored("http://api.test/items/7"))
  }

  @Test func `the address that a redirect led to is removed, if it is of the same origin`() async throws {
    try await store("https://api.test/items/7", "https://other.test/items/7")

    for host in ["api", "other"] {
      let end = try URL(http: "https://\(host).test/items/7")
      scene.serve { _ in Response(url: end) }
      try await scene.send(.post)
    }

    #expect(!isStored("https://api.test/items/7"))
    #expect(isStored("https://other.test/items/7"))
  }

  @Test func `an address is the same however it is written`() async throws {
    try await store()

    try await scene.send(.post, [:], "HTTPS://API.test:443/items")

    #expect(!isStored())
  }

  @Test func `a response that was asked for before the change is not stored after it`() async throws {
    let scene = scene
    scene.serve { request in
      guard request.httpMethod == .get else { return Response() }
      _ = try Pipeline(scene.stage).runSynchronously(try Request(CacheScene.url, httpMethod: .post))
      return Response(headers: ["Cache-Control": "max-age=60"])
    }

    try await scene.get()

    #expect(!isStored())
    #expect(scene.verdicts.all == [.miss, .bypassed(.method), .notStored(.invalidated)])
  }

  @Test func `it doesn't remove responses that were requested after the change`() async throws {
    let scene = scene
    let turn = Locked(0)
    scene.serve { request in
      let number = turn.withLock { turn in
        turn += 1
        return turn
      }
      if number == 1 {
        _ = try Pipeline(scene.stage).runSynchronously(try Request(CacheScene.url, httpMethod: .post))
        _ = try Pipeline(scene.stage).runSynchronously(try Request(CacheScene.url))
      }
      return Response(headers: ["Cache-Control": "max-age=60"], data: Data("\(number)".utf8))
    }

    try await scene.get()

    #expect(try await scene.get().words == "3")
    #expect(scene.sent.count == 3)
  }

  @Test func `a response that is overtaken by the change while it is written isn't stored either`() async throws {
    let turn = Locked(0)
    let writeGuard = Locked<WriteGuard?>(nil)
    let store = WatchedStore { url in
      let isFirst = turn.withLock { turn in
        turn += 1
        return turn == 1
      }
      if isFirst { writeGuard.withLock { $0 }?.invalidate(url) }
    }
    writeGuard.withLock { $0 = store.writeGuard }
    let scene = CacheScene(store)
    scene.serve(["Cache-Control": "max-age=60"])

    try await scene.get()

    #expect(store.responses(for: CacheScene.url).isEmpty)
    #expect(scene.verdicts.all == [.miss, .notStored(.invalidated)])
  }

  @Test func `removing by hand removes what is on its way as well`() async throws {
    let scene = scene
    scene.serve { _ in
      scene.store.removeResponses(for: try URL(http: CacheScene.url))
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    try await scene.get()
    #expect(!isStored())

    scene.serve { _ in
      scene.store.removeAll()
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    try await scene.get()
    #expect(!isStored())
  }

  @Test func `after that, fetched responses are stored again`() async throws {
    let scene = scene
    try await store()
    try await scene.send(.post)

    try await scene.get()

    #expect(isStored())
  }
}
