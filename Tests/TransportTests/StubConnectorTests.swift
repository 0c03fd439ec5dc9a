@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct StubConnectorTests {
  private let request: Request

  init() throws { request = try Request("http://example.com/users/1") }

  /// What a connector answers before `start` returns.
  private func answer(_ connector: StubConnector, _ request: Request) -> Result<Response, any Error>? {
    let answer = Locked<Result<Response, any Error>?>(nil)
    _ = connector.start(request, progress: { _ in }) { result in answer.withLock { $0 = result } }
    return answer.withLock { $0 }
  }

  @Test func `answers before it returns, with the response as it is`() throws {
    let connector = StubConnector(Response(statusCode: 201, data: Data("a".utf8)))

    let response = try #require(answer(connector, request)).get()

    #expect(response == Response(statusCode: 201, data: Data("a".utf8)))
  }

  @Test func `makes a response of each request`() throws {
    let connector = StubConnector { request in
      guard request.url.path != "/none" else { throw URLError(.fileDoesNotExist) }
      return Response(data: Data(request.url.path.utf8))
    }

    #expect(try answer(connector, request)?.get().data == Data("/users/1".utf8))
    #expect(throws: URLError.self) { try answer(connector, Request("http://example.com/none"))?.get() }
  }

  @Test func `gives one answer after the other, and says when it has no more`() throws {
    let connector = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response(statusCode: 204))])

    #expect(throws: URLError(.timedOut)) { try answer(connector, request)?.get() }
    #expect(try answer(connector, request)?.get().statusCode == 204)
    #expect(throws: StubExhausted(count: 2)) { try answer(connector, request)?.get() }
  }

  @Test func `fails`() {
    #expect(throws: URLError(.notConnectedToInternet)) {
      try answer(.failing(URLError(.notConnectedToInternet)), request)?.get()
    }
  }

  @Test func `executes, with a response or an error`() {
    let heard = Locked<[String]>([])

    StubConnector().execute(request: request) { response, error in
      heard.withLock { $0.append("\(response != nil) \(error != nil)") }
    }
    StubConnector.failing(URLError(.timedOut)).execute(request: request) { response, error in
      heard.withLock { $0.append("\(response != nil) \(error != nil)") }
    }

    #expect(heard.withLock { $0 } == ["true false", "false true"])
  }

  @Test func `records the latest requests, and counts them all`() throws {
    let connector = StubConnector()

    for number in 0..<2_500 { _ = answer(connector, try Request("http://example.com/\(number)")) }

    #expect(connector.requestCount == 2_500)
    #expect(connector.requests.count == StubConnector.recordingLimit)
    #expect(connector.requests.first?.url.path == "/1500")
    #expect(connector.requests.last?.url.path == "/2499")
  }

  @Test func `answers later, when the clock says so`() async throws {
    let clock = TestClock()
    let connector = StubConnector(Response()).delayed(by: .seconds(2), clock: clock)
    let exchange = WatchedExchange(connector, request)

    try await clock.waitForSleepers(1)
    #expect(exchange.ends == 0)
    clock.advance(by: .seconds(2))

    #expect(await exchange.end == .answered)
    #expect(clock.waits == [.seconds(2)])
    #expect(connector.cancelCount == 0)
  }

  @Test func `ends an exchange that is cancelled before its time, once`() async throws {
    let clock = TestClock()
    let connector = StubConnector(Response()).delayed(by: .seconds(2), clock: clock)
    let exchange = WatchedExchange(connector, request)

    try await clock.waitForSleepers(1)
    exchange.cancel()
    exchange.cancel()
    clock.advance(by: .seconds(2))

    #expect(await exchange.end == .cancelled)
    #expect(exchange.ends == 1)
    #expect(connector.cancelCount == 1)
  }

  @Test func `keeps the answer of an exchange that is suspended until it is resumed`() async throws {
    let clock = TestClock()
    let connector = StubConnector(Response()).delayed(by: .seconds(2), clock: clock)
    let exchange = WatchedExchange(connector, request)
    let other = WatchedExchange(connector, request)

    try await clock.waitForSleepers(2)
    exchange.suspend()
    clock.advance(by: .seconds(2))
    #expect(await other.end == .answered)
    #expect(exchange.ends == 0)
    exchange.resume()

    #expect(await exchange.end == .answered)
    #expect(connector.suspendCount == 1)
  }

  @Test func `never answers, until it is cancelled`() async {
    let connector = StubConnector.neverAnswering
    let exchanges = (0..<3).map { _ in WatchedExchange(connector, request) }

    #expect(exchanges.map(\.ends) == [0, 0, 0])
    exchanges[0].cancel()
    #expect(exchanges.map(\.ends) == [1, 0, 0])
    connector.cancel()

    #expect(exchanges.map(\.ends) == [1, 1, 1])
    #expect(connector.cancelCount == 3)
  }

  @Test func `counts no cancel after the end`() {
    let connector = StubConnector()
    let exchange = WatchedExchange(connector, request)

    exchange.cancel()
    exchange.suspend()
    connector.cancel()

    #expect(exchange.ends == 1)
    #expect(connector.cancelCount == 0)
    #expect(connector.suspendCount == 0)
  }

  @Test func `lets go of what it was to call`() {
    let connector = StubConnector.neverAnswering
    weak var released: WatchedExchange?

    do {
      let exchange = WatchedExchange(connector, request)
      released = exchange
      exchange.cancel()
    }

    #expect(released == nil)
  }
}
