import AbstractHTTP
import AbstractHTTPAsyncHTTPClient
import AbstractHTTPLogging
import AbstractHTTPMetrics
import AbstractHTTPService
import AbstractHTTPTesting
import AbstractHTTPTracing
import AbstractHTTPTypes
import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import Testing
import UnixSignals

/// The snippets of the article *Integrations*, which a test of the root package compares with this file.
@Suite(.timeLimit(.minutes(1)))
struct IntegrationsArticleTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func logging() -> Client {
    let inventory = Client(baseURL: "https://inventory.example.com") {
      $0.use(.retry(), .log(to: logger))
    }
    return inventory
  }

  @Test func `a client is logged, measured, traced, and sends over another connector`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/stock/7", .json("{}"))
    let inventory = logging().with { $0.baseURL = server.url("") }
    let verbose = inventory.with {
      $0.use(.log(.headers, write: logger.messages(at: .debug)), .trace(logger.traces(at: .debug)))
    }
    let measured = inventory.with {
      $0.use(.metrics(routes: ["/stock", "/stock/{article}", "/stock/recent"]))
    }
    let traced = inventory.with {
      $0.use(.tracing())
    }
    let connector = AsyncHTTPClientConnector()
    let overNIO = inventory.with {
      $0.httpConnector = { connector }
    }

    for client in [verbose, measured, traced, overNIO] {
      #expect(try await client.http("/stock/7").fetchString().value == "{}")
    }
  }

  @Test func `heads are converted`() throws {
    let url = try #require(URL(string: "https://inventory.example.com/stock"))
    let request = Request(url: url, httpMethod: .post, body: RequestBody(Data("{}".utf8)))

    let head = try HTTPRequest(request)
    let copy = try Request(head, body: request.body)
    let response = Response(HTTPResponse(status: .created, headerFields: [.eTag: "\"1\""]), data: Data("{}".utf8))

    #expect(copy == request && head.method == .post)
    #expect(response.statusCode == 201 && response.headers["ETag"] == "\"1\"")
  }

  @Test func `a client is shut down as a service`() async throws {
    let inventory = logging()
    let connector = AsyncHTTPClientConnector()
    let running = Task {
      let service = ClientService(inventory, grace: .seconds(20)) { try await connector.shutdown() }
      let group = ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger)
      try await group.run()
    }

    running.cancel()

    _ = await running.result
  }
}
