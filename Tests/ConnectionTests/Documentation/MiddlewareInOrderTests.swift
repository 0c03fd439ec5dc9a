import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article on the order of middleware, run.
@Suite(.timeLimit(.minutes(1)))
struct MiddlewareInOrderTests {
  private struct GetArticle: ConnectionSpec {
    typealias ResponseModel = String
    let id: Int
    var url: String { "http://h.test/articles/\(id)" }
  }

  private struct GetText: ConnectionSpec {
    typealias ResponseModel = String
    let url: String
  }

  private let tokens = BearerTokens(BearerToken(access: "a")) { $0 }

  @Test func `the order is the library's`() {
    let connection = Connection(GetArticle(id: 7)).use(
      .timeout(attempt: .seconds(10), total: .seconds(60)),
      .retry(),
      .bearer(tokens),
      .trace { print($0) }
    )
    print(connection)
    // makeRequest → onStart → trace { totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } } → onReceived → …

    #expect(
      "\(connection)".hasPrefix(
        "makeRequest → onStart → trace { totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } } → onReceived"
      )
    )
  }

  @Test func `one value is shared by those that use it`() {
    let limit = Middleware.concurrencyLimit(4)
    let articles = (1...100).map { Connection(GetArticle(id: $0)).use(limit) }

    #expect(articles.allSatisfy { "\($0)".contains("concurrencyLimit(4) { send }") })
  }

  @Test func `credentials are answers to challenges`() async throws {
    let password = "secret"
    let camera = Client(baseURL: "http://camera.local") {
      $0.use(.digest(user: "ada", password: password))
    }
    let nas = Client(baseURL: "https://nas.local") {
      $0.use(
        .challenged { challenge in
          guard challenge.previousFailures == 0 else { return nil }
          return .user("ada", password: password)
        }
      )
    }

    let connections = [camera, nas].map { client in
      let connection = client.connection(GetText(url: "/"))
      connection.callbackInMainThread = false
      connection.httpConnector = StubConnector { request in
        let isKnown = request.headers["Authorization"] == "Basic YWRhOnNlY3JldA=="
        let field = #"Basic realm="nas""#
        return Response(statusCode: isKnown ? 200 : 401, headers: isKnown ? [:] : ["WWW-Authenticate": field])
      }
      return connection
    }
    let statuses = [
      await connections[0].start().outcome.errorInfo?.error?.response?.statusCode,
      await connections[1].start().outcome.errorInfo?.error?.response?.statusCode,
    ]

    #expect("\(connections[0])".contains("digest { send }"))
    #expect(statuses == [401, nil])
  }

  @Test func `a trace is printed`() async throws {
    let traced = Connection(GetArticle(id: 7)).use(.retry(), .trace { trace in print(trace) })

    traced.httpConnector = StubConnector(Response(data: Data("text".utf8)))
    #expect(try await traced.start().value == "text")
  }

  @Test func `what was recorded is replayed`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/articles/7", .text("the article"))
    let article = GetText(url: server.url("/articles/7"))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }

    let recorder = HTTPArchiveRecorder()
    _ = try await Connection(article).use(.record(into: recorder)).start().value
    try recorder.archive.write(to: file)

    let offline = Connection(article)
    offline.httpConnector = ReplayConnector(try HTTPArchive(contentsOf: file))

    #expect(try await offline.start().value == "the article")
  }
}
