import AbstractHTTP
import AbstractHTTPTesting
import ArticlesScreen
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ArticlesScreenTests {
  private let server: LoopbackServer
  private let model: ArticlesModel

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    server.on(.get, "/articles") { request in
      request.query["page"] == "2"
        ? .json(#"[{"id": 2, "title": "On engines", "published_at": "2026-03-02T09:30:00Z"}]"#)
        : Reply.json(#"[{"id": 1, "title": "On looms", "published_at": "2026-03-01T09:30:00Z"}]"#)
          .header("Link", #"</articles?page=2>; rel="next""#)
    }
    model = ArticlesModel(.magazine(server.url("")) { $0.use(.retry(2, clock: TestClock.immediate())) })
  }

  @Test func `loads pages as the user scrolls, up to the last`() async {
    await model.load()
    await model.load()
    await model.loadMore(after: model.articles[0])
    await model.loadMore(after: model.articles[0])
    await model.loadMore(after: model.articles[1])

    #expect(model.articles.map(\.title) == ["On looms", "On engines"])
    #expect(model.articles[0].publishedAt == Date(timeIntervalSince1970: 1_772_357_400))
    #expect(model.isComplete && !model.isLoading && model.message == nil)
    #expect(server.requests.map(\.target) == ["/articles?per_page=20", "/articles?page=2"])
  }

  @Test func `shows a sentence when a page fails, and loads that page again`() async {
    await model.load()
    server.on(.get, "/articles", .status(404), .json("[]"))

    await model.loadMore(after: model.articles[0])
    let message = model.message
    await model.tryAgain()

    #expect(message == "The server rejected the request (404).")
    #expect(model.message == nil && model.articles.count == 1)
    #expect(server.requests.suffix(2).map(\.target) == ["/articles?page=2", "/articles?page=2"])
  }

  @Test func `retries what is likely to be temporary`() async {
    server.on(.get, "/articles", .status(503), .fault(.resetBeforeResponse), .json("[]"))

    await model.load()

    #expect(model.message == nil && server.requestCount == 3)
  }

  @Test func `a view that disappears cancels its call, and shows no error`() async throws {
    server.on(.get, "/articles", .fault(.silence))
    let task = Task { await model.load() }
    try await server.waitForRequests(1)
    #expect(model.isLoading)

    task.cancel()
    await task.value

    #expect(!model.isLoading && model.message == nil)
    try await server.waitForClosedConnections(1)
  }

  @Test func `a reload replaces the articles`() async {
    await model.load()
    await model.loadMore(after: model.articles[0])

    await model.reload()

    #expect(model.articles.map(\.id) == [1] && !model.isComplete)
  }
}
