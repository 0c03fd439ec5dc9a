import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *On a server*, run.
@Suite(.timeLimit(.minutes(1)))
struct OnAServerTests {
  struct Stock: Decodable, Sendable {
    let count: Int
  }

  struct GetStock: ConnectionSpec {
    typealias ResponseModel = Stock
    let article: Int
    var url: String { "/stock/\(article)" }
  }

  struct UploadReport: ConnectionSpec {
    typealias ResponseModel = Void
    let file: URL
    let url = "/reports"
    let httpMethod = HTTPMethod.put
    func content() throws -> RequestBody? { RequestBody(file: file, contentType: "text/csv") }
  }

  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/stock/7") { .json(#"{"count": \#($0.headers["traceparent"] == nil ? 3 : 4)}"#) }
    server.on(.put, "/reports", .status(204))
    server.on(.get, "/reports/latest", .text("a,b"))
  }

  @Test(.timeLimit(.minutes(1))) func `handlers share a client`() async throws {
    let inventoryURL = server.url("")
    let logger = Logger()
    let cachedStock = [7: 1]

    let inventory = Client(baseURL: inventoryURL) {
      $0.callbackInMainThread = false
      $0.use(
        .timeout(attempt: .seconds(2), total: .seconds(5)),
        .retry(),
        .circuitBreaker(),
        .concurrencyLimit(64, queue: 256),
        .log(.basic) { line in logger.info(line) }
      )
    }

    func stock(of article: Int) async throws -> Int {
      do {
        return try await inventory.send(GetStock(article: article)).count
      } catch let error as ConnectionError where error.nativeError is CircuitOpen || error.nativeError is QueueFull {
        return cachedStock[article] ?? 0  // the service is overloaded
      }
    }

    func handle(_ traceparent: String) async throws -> Int {
      let inventory = inventory.with {
        $0.headers["traceparent"] = traceparent
        $0.holder = inventory.options.holder  // so that inventory.cancelAll() includes its calls
      }
      return try await inventory.send(GetStock(article: 7)).count
    }

    #expect(try await stock(of: 7) == 3)
    #expect(try await handle("00-1-2-01") == 4)
    #expect(logger.lines.all.contains { $0.hasPrefix("<-- 200") })

    inventory.cancelAll()

    // A call ends after its value has been returned.
    while inventory.count > 0 { await Task.yield() }
  }

  @Test func `an overloaded service is left alone`() async throws {
    let breaker = CircuitBreaker()
    let inventory = Client(baseURL: server.url("")) { $0.use(.circuitBreaker(breaker)) }
    breaker.isolate(server.baseURL)

    let error = await #expect(throws: ConnectionError.self) { try await inventory.send(GetStock(article: 7)) }

    #expect(error?.nativeError is CircuitOpen)
  }

  @Test func `files are sent and saved`() async throws {
    let folder = FileManager.default.temporaryDirectory
    let (report, copy) = (folder.appending(path: "\(UUID()).csv"), folder.appending(path: "\(UUID()).csv"))
    defer { for file in [report, copy] { try? FileManager.default.removeItem(at: file) } }
    try Data("1,2".utf8).write(to: report)
    let inventory = Client(baseURL: server.url(""))

    try await inventory.send(UploadReport(file: report))
    let saved = try await inventory.http("/reports/latest").download(to: .file(copy)).value

    #expect(server.requests.first?.text == "1,2")
    #expect(try String(contentsOf: saved, encoding: .utf8) == "a,b")
  }

  @Test func `a tool shows a spinner`() async throws {
    let inventory = Client(baseURL: server.url(""))
    let indicator = ConnectionIndicator.terminal { _ in }

    let tool = inventory.with { $0.listeners = [indicator] }
    let report = try await tool.http("/reports/latest").fetchString().value

    #expect(report == "a,b")
  }

  @Test func `a tool shows the progress of a download`() async throws {
    let tool = Client(baseURL: server.url(""))
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: copy) }

    let saved = try await tool.http("/reports/latest").download(to: .file(copy)).showingProgress("report.csv")

    #expect(try String(contentsOf: saved, encoding: .utf8) == "a,b")
  }

  @Test func `a handler is tested over a socket`() async throws {
    let inventory = Client(baseURL: server.url(""))

    let front = try LoopbackServer()
    front.serve(.get, "/articles/:id") { request in
      let article = Int(request.parameters["id"] ?? "") ?? 0
      guard let stock = try? await inventory.send(GetStock(article: article)) else { return .status(502) }
      return .text("\(stock.count) in stock")
    }
    #expect(try await HTTP(front.url("/articles/7")).fetchString().value == "3 in stock")
  }
}

private struct Logger: Sendable {
  let lines = Record<String>()
  func info(_ line: String) { lines.add(line) }
}
