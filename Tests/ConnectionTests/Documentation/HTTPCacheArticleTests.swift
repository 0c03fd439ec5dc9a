import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization
import Testing
@testable import TestSupport

/// The snippets of the article on caching, run; and its table, whose tests are there.
@Suite(.timeLimit(.minutes(1)))
struct HTTPCacheArticleTests {
  @Test func `the article's cache spares the server`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/articles/7", Reply.text("seven").header("Cache-Control", "max-age=60"))
    let sources = Mutex<[ResponseSource?]>([])
    @Sendable func note(_ source: ResponseSource?) { sources.withLock { $0.append(source) } }
    struct GetArticle: ConnectionSpec {
      typealias ResponseModel = String
      let id: Int
      let server: LoopbackServer?
      var url: String { server?.url("/articles/\(id)") ?? "http://articles.test/\(id)" }
      init(id: Int, server: LoopbackServer? = nil) { (self.id, self.server) = (id, server) }
    }
    _ = try await {
      let cache = MemoryCache(byteLimit: 5 * 1024 * 1024)

      let connection = Connection(GetArticle(id: 7)).use(.cache(cache))
      connection.addOnEnd { response, article, error in note(response?.source) }

      connection.httpConnector = StubConnector(Response(headers: ["Cache-Control": "max-age=60"]))
      connection.callbackInMainThread = false
      for _ in 0..<2 { _ = try await connection.start().value }
    }()
    let stage = Stage.sending(over: DefaultHTTPConnector()).wrapped(in: .cache(Shelf()))
    let request = try GetArticle(id: 7, server: server).request()

    let texts = [try await stage(request), try await stage(request)].map { String(decoding: $0.data, as: UTF8.self) }

    #expect(sources.withLock { $0 } == [.network, .cache])
    #expect(texts == ["seven", "seven"])
    #expect(server.requestCount == 1)
  }

  @Test func `the article's requests get what it says`() async throws {
    let isDown = Mutex(false)
    let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
    let connector = StubConnector { _ in
      if isDown.withLock({ $0 }) { throw URLError(.cannotConnectToHost) }
      return Response(headers: ["Cache-Control": "max-age=60"])
    }
    let stage = Stage.sending(over: connector).wrapped(in: .cache(MemoryCache(), now: { time.withLock { $0 } }))

    let reload: HTTPHeaders = ["Cache-Control": "no-cache"]
    let offline: HTTPHeaders = ["Cache-Control": "only-if-cached, max-stale"]
    let patient: HTTPHeaders = ["Cache-Control": "stale-if-error=86400"]

    var request = Request(url: try #require(URL(string: "https://api.test/")))
    var sources: [ResponseSource] = []
    for headers in [[:], reload, offline, patient] {
      if headers == offline { time.withLock { $0 += 3_600 } }
      if headers == patient { isDown.withLock { $0 = true } }
      request.headers = headers
      sources.append(try await stage(request).source)
    }
    #expect(sources == [.network, .network, .stale, .stale])
  }

  @Test func `the article's partition survives a new token`() async throws {
    struct Session: Sendable { let userName = "ada" }
    let (cache, session) = (MemoryCache(), Session())
    let connector = StubConnector(Response(headers: ["Cache-Control": "max-age=60"]))

    let middleware: [Middleware] = [.cache(cache, partition: { session.userName })]

    let stage = Stage.sending(over: connector).wrapped(in: middleware)
    for token in ["old", "new"] {
      let url = try #require(URL(string: "https://api.test/"))
      _ = try await stage(Request(url: url, headers: ["Authorization": "Bearer \(token)"]))
    }
    #expect(connector.requestCount == 1)
  }

  @Test func `the article's public responses are shared, and its trace says why nothing was stored`() async throws {
    let cache = MemoryCache()
    let connector = StubConnector(Response(headers: ["Cache-Control": "public, max-age=60"]))
    let url = try #require(URL(string: "https://api.test/"))

    let shared: [Middleware] = [.cache(cache, sharesPublic: true)]

    let stage = Stage.sending(over: connector).wrapped(in: shared)
    for user in ["ada", "bob"] { _ = try await stage(Request(url: url, headers: ["Cookie": "user=\(user)"])) }
    #expect(connector.requestCount == 1)
  }

  @Test func `the article's trace says why nothing was stored`() async throws {
    let cache = MemoryCache()
    let traces = Mutex<[String]>([])
    struct GetArticle: ConnectionSpec {
      typealias ResponseModel = String
      let url = "https://api.example.com/articles/7"
    }
    let connection = Connection(GetArticle())
    connection.httpConnector = StubConnector(Response(data: Data("seven".utf8)))
    connection.callbackInMainThread = false
    @Sendable func print(_ trace: CallTrace) { traces.withLock { $0.append("\(trace)") } }

    connection.use(.cache(cache), .trace { trace in print(trace) })
    // GET https://api.example.com/articles/7 → 200 (5 bytes) in 12 ms
    //   0 ms  cache      │                         miss
    //   0 ms  attempt 1  ████████████████████████  200 (5 bytes), 12 ms
    //  12 ms  cache      │                         not stored: neither fresh nor with a validator

    _ = try await connection.start().value
    let lines = (traces.withLock { $0.first } ?? "").split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.last?.hasSuffix("not stored: neither fresh nor with a validator") == true)
  }

  @Test func `every test that the article's table names is there`() throws {
    let article = Repository.articles.appending(path: "HTTPCache.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| §") || $0.hasPrefix("| RFC") }
    let tests = try Repository.tests(of: "MiddlewareTests")

    #expect(rows.count > 50)
    for row in rows {
      let name = row.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
      #expect(name.hasPrefix("`") && name.hasSuffix("`"))
      #expect(tests.contains("func \(name)("), "there is no test \(name)")
    }
  }
}
