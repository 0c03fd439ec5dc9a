import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The middleware as a whole, over stubs and over a real server.
@Suite(.timeLimit(.minutes(1)))
struct CachingTests {
  enum Kind: CaseIterable { case memory, files }

  private let folder = CacheFolder()

  private func store(_ kind: Kind) -> any CacheStore {
    switch kind {
    case .memory: MemoryCache()
    case .files: FileCache(directory: folder.url)
    }
  }

  @Test func `it is one box in the printed pipeline, outside the timeouts and retries`() {
    let sending = Stage.sending(over: StubConnector())

    #expect("\(sending.wrapped(in: [.cache(MemoryCache())]))" == "cache { send }")
    #expect("\(sending.wrapped(in: .cache(MemoryCache())))" == "cache { send }")
    #expect(Middleware.cache().parts.map(\.slot) == [.cache])
  }

  @Test func `in memory, over what answers at once, nothing suspends`() throws {
    let connector = StubConnector(Response(headers: ["Cache-Control": "max-age=60"], data: Data("one".utf8)))
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: .cache(MemoryCache())))

    let first = try pipeline.runSynchronously(try Request(CacheScene.url))
    let second = try pipeline.runSynchronously(try Request(CacheScene.url))

    #expect(first.source == .network)
    #expect(second.source == .cache)
    #expect(connector.requestCount == 1)
  }

  @Test func `in files, it suspends before it reads`() throws {
    let stage = Stage.sending(over: StubConnector()).wrapped(in: .cache(FileCache(directory: folder.url)))

    guard case .suspended = try stage.run(try Request(CacheScene.url)) else {
      Issue.record("it did not suspend")
      return
    }
    guard case .finished = try stage.run(try Request(CacheScene.url, httpMethod: .post)) else {
      Issue.record("it suspended without need")
      return
    }
  }

  @Test func `a cancel before the file is read ends it, and nothing is sent`() async throws {
    let connector = StubConnector()
    let stage = Stage.sending(over: connector).wrapped(in: .cache(FileCache(directory: folder.url)))
    let request = try Request(CacheScene.url)
    let gate = Gate()
    let task = Task {
      try? await gate.wait()
      return await stage.result(request)
    }

    task.cancel()
    let result = await task.value

    #expect(throws: ConnectionError.self) { try result.get() }
    #expect(connector.requestCount == 0)
  }

  @Test func `a cancellation reaches the exchange, and the next call starts over`() async throws {
    let store = MemoryCache()
    let connector = StubConnector.neverAnswering
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: .cache(store)))
    let promise = pipeline.start(try Request(CacheScene.url))

    promise.cancel()
    _ = await promise.outcome
    let next = Stage.sending(over: StubConnector(Response(headers: ["Cache-Control": "max-age=60"]))).wrapped(
      in: .cache(store)
    )
    _ = try await next(try Request(CacheScene.url))

    #expect(store.count == 1)
  }

  @Test func `the background continues when the call is over, and stops when the server fails`() async throws {
    let store = WatchedStore()
    let clock = Locked(CacheScene.start)
    let connector = StubConnector(sequence: [
      .success(Response(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=99"], data: Data("a".utf8))),
      .success(Response(headers: ["Cache-Control": "max-age=60"], data: Data("b".utf8))),
    ])
    let slow = Gate()
    let waiting = Middleware("wait", at: .attempt) { request, next in
      if connector.requestCount == 1 { try await slow.wait() }
      return try await next(request)
    }
    let stage = Stage.sending(over: connector)
      .wrapped(in: [waiting, .cache(store, now: { clock.withLock { $0 } })])
    _ = try await stage(try Request(CacheScene.url))
    try await store.waitForWrites(1)
    clock.withLock { $0 += 50 }

    let texts = [
      try await stage(try Request(CacheScene.url)).words, try await stage(try Request(CacheScene.url)).words,
    ]
    slow.open()
    try await store.waitForWrites(1)

    #expect(texts == ["a", "a"])
    #expect(try await stage(try Request(CacheScene.url)).words == "b")
    #expect(connector.requestCount == 2)
  }

  @Test func `two connections share a custom store`() async throws {
    let connector = StubConnector(Response(headers: ["Cache-Control": "max-age=60"], data: Data("one".utf8)))
    let middleware = Middleware.cache(Shelf())

    for _ in 0..<2 {
      let connection = Connection(requestSpec: Plain(url: CacheScene.url), responseSpec: PlainText())
      connection.httpConnector = connector
      connection.callbackInMainThread = false
      connection.use(middleware)
      #expect(await connection.start().outcome.value == "one")
    }

    #expect(connector.requestCount == 1)
  }

  @Test(arguments: Kind.allCases)
  func `against a server: stored, fresh, validated by its tag, replaced`(kind: Kind) async throws {
    let server = try LoopbackServer()
    let version = Locked("1")
    server.on(.get, "/doc") { request in
      let tag = "\"\(version.withLock { $0 })\""
      let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "max-age=60"]
      if request.headers["If-None-Match"] == tag { return .status(304, headers: headers) }
      return Reply.text("version \(tag)").header("ETag", tag).header("Cache-Control", "max-age=60")
    }
    let client = Client(server, store(kind))

    var seen: [String] = []
    for (wait, next) in [(0.0, "1"), (30, "1"), (60, "1"), (30, "2"), (60, "2"), (1, "2")] {
      client.time.withLock { $0 += wait }
      version.withLock { $0 = next }
      let response = try await client.get("/doc")
      seen.append("\(response.source) \(response.words)")
    }

    let old = "version \"1\""
    let new = "version \"2\""
    #expect(
      seen == [
        "network \(old)", "cache \(old)", "revalidated \(old)", "cache \(old)", "network \(new)", "cache \(new)",
      ]
    )
    #expect(server.requestCount == 3)
  }

  @Test(arguments: Kind.allCases)
  func `against a server: each language its own, and a change removes them`(kind: Kind) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/doc") { request in
      .text(request.headers["Accept-Language"] ?? "").header("Vary", "Accept-Language")
        .header("Cache-Control", "max-age=60")
    }
    let client = Client(server, store(kind))

    for language in ["en", "de", "en", "de"] {
      #expect(try await client.get("/doc", ["Accept-Language": language]).words == language)
    }
    #expect(server.requestCount == 2)
    _ = try await client.stage(Request(server.url("/doc"), httpMethod: .put, body: "new"))

    #expect(try await client.get("/doc", ["Accept-Language": "en"]).source == .network)
  }

  @Test(arguments: Kind.allCases)
  func `against a server that breaks: stale-if-error`(kind: Kind) async throws {
    let server = try LoopbackServer()
    server.on(
      .get,
      "/doc",
      Reply.text("good").header("Cache-Control", "max-age=1, stale-if-error=600"),
      .status(503),
      .fault(.resetInBody)
    )
    let client = Client(server, store(kind))

    var sources: [ResponseSource] = []
    for _ in 0..<4 {
      sources.append(try await client.get("/doc").source)
      client.time.withLock { $0 += 100 }
    }
    server.stop()
    sources.append(try await client.get("/doc").source)

    #expect(sources == [.network, .stale, .stale, .stale, .stale])
  }

  @Test(arguments: Kind.allCases)
  func `against a server: truncated and redirected responses are not stored`(kind: Kind) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/end", Reply.text("end").header("Cache-Control", "max-age=60"))
    server.on(.get, "/start", .redirect(to: "/end"))
    server.on(.get, "/cut", .fault(.resetInBody))
    let store = store(kind)
    let client = Client(server, store)

    _ = try? await client.get("/cut")
    #expect(try await client.get("/start").words == "end")

    for path in ["/cut", "/start", "/end"] { #expect(store.responses(for: server.url(path)).isEmpty) }
  }

  /// A client with a cache, and a time of its own.
  private final class Client: Sendable {
    let time = Locked(Date())
    private let server: LoopbackServer
    private let store: any CacheStore
    private let connector = DefaultHTTPConnector.patient

    init(_ server: LoopbackServer, _ store: any CacheStore) {
      self.server = server
      self.store = store
    }

    var stage: Stage<Request, Response> {
      Stage.sending(over: connector).wrapped(in: .cache(store, now: { self.time.withLock { $0 } }))
    }

    func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Response {
      try await stage(Request(server.url(path), headers: headers))
    }
  }
}
