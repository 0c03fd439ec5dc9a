import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import StockService
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StockServiceTests {
  private let upstream: LoopbackServer
  private let service: StockService

  init() throws {
    upstream = try LoopbackServer()
    upstream.on(.get, "/articles/7", .json(#"{"title": "Lamp"}"#))
    upstream.on(.get, "/stock/7", .json(#"{"count": 3}"#))
    service = StockService(catalogURL: upstream.url(""), inventoryURL: upstream.url(""))
  }

  private func response(of service: StockService, to article: String) async -> OutgoingResponse {
    await service.response(to: IncomingRequest(article: article, traceparent: "00-1-2-01"))
  }

  @Test func `joins the answers of two services`() async {
    let response = await response(of: service, to: "7")

    #expect(response.status == 200)
    #expect(Response(data: Data(response.body.utf8)).jsonDifferences(from: ["title": "Lamp", "in_stock": 3]) == [])
    #expect(upstream.requests.allSatisfy { $0.headers["traceparent"] == "00-1-2-01" })
  }

  @Test func `answers without the stock if that service fails`() async {
    upstream.on(.get, "/stock/7", .status(500))

    let response = await response(of: service, to: "7")

    #expect(Response(data: Data(response.body.utf8)).jsonDifferences(from: ["title": "Lamp", "in_stock": nil]) == [])
  }

  @Test(arguments: [(404, 404), (403, 502), (500, 502)])
  func `says whose fault a failure is`(upstreamStatus: Int, status: Int) async {
    upstream.on(.get, "/articles/7", .status(upstreamStatus))

    #expect(await response(of: service, to: "7").status == status)
  }

  @Test func `many requests for one article are one call`() async throws {
    let gate = Gate()
    upstream.on(.get, "/articles/7", Reply.json(#"{"title": "Lamp"}"#).held(at: gate))
    upstream.on(.get, "/stock/7", Reply.json(#"{"count": 3}"#).held(at: gate))

    let responses = try await withThrowingTaskGroup { group in
      for _ in 1...20 { group.addTask { await response(of: service, to: "7") } }
      try await upstream.waitForRequests(2)
      gate.open()
      return try await group.reduce(into: []) { $0.append($1.status) }
    }

    #expect(responses == Array(repeating: 200, count: 20))
    #expect(upstream.requestCount < 40)
  }

  @Test func `a service that takes too long is a 504`() async throws {
    let clock = TestClock()
    let service = StockService(catalogURL: upstream.url(""), inventoryURL: upstream.url(""), clock: clock)
    upstream.on(.get, "/articles/7", .fault(.silence))

    async let response = response(of: service, to: "7")
    try await upstream.waitForRequests(2)
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(2))

    #expect(await response.status == 504)
  }

  @Test func `a failing service is left alone`() async {
    upstream.on(.get, "/articles/:id", .status(500))
    for article in 1...10 { _ = await response(of: service, to: "\(article)") }

    let response = await response(of: service, to: "7")

    #expect(response.status == 503 && response.retryAfter == 5)
  }

  @Test func `a shutdown cancels the calls in progress`() async throws {
    upstream.on(.get, "/articles/7", .fault(.silence))
    async let response = response(of: service, to: "7")
    try await upstream.waitForRequests(2)

    service.shutDown()

    #expect(await response.status == 503)
  }

  @Test func `serves over a socket, and stops with its client`() async throws {
    let front = try LoopbackServer()
    front.serve(.get, "/articles/:id") { [service] request in
      let answer = await service.response(to: IncomingRequest(article: request.parameters["id"] ?? ""))
      return .json(answer.body, status: answer.status)
    }

    #expect(try await HTTP(front.url("/articles/7")).fetchJSON().value.title == "Lamp")

    upstream.on(.get, "/articles/7", .fault(.silence))
    let call = HTTP(front.url("/articles/7")).fetchJSON()
    try await upstream.waitForRequests(4)
    call.cancel()

    try await upstream.waitForClosedConnections(1)
  }
}
