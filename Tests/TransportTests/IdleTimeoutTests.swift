@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct IdleTimeoutTests {
  @Test(arguments: TestedEngine.allCases, [0.05, 0.9])
  func `times out after fractions of a second, and not before`(engine: TestedEngine, seconds: Double) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    let connector = try engine.connector()
    connector.timeoutInterval = seconds
    let request = try Request(server.url())
    let start = ContinuousClock.now

    let error = await connector.urlError(of: request)

    #expect(error == .timedOut)
    #expect(.now - start >= .seconds(seconds))
  }

  @Test(arguments: TestedEngine.allCases)
  func `times out while connecting`(engine: TestedEngine) async throws {
    let deadEnd = try UnreachableServer(.unanswering)
    let connector = try engine.connector()
    connector.timeoutInterval = 0.1

    #expect(await connector.urlError(of: try Request(deadEnd.url())) == .timedOut)
  }

  @Test(arguments: TestedEngine.allCases)
  func `times out within a body that comes to a halt`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .body(["12345", .silence]).header("Content-Length", "10"))
    let connector = try engine.connector()
    connector.timeoutInterval = 0.1

    #expect(await connector.urlError(of: try Request(server.url())) == .timedOut)
  }

  @Test(arguments: TestedEngine.robust)
  func `waits as long as bytes travel`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .raw(["HTTP/1.1 200 OK\r\n\r\n", .endless(Data("x".utf8))]))
    let connector = try engine.connector()
    connector.timeoutInterval = 1
    let (start, isLater) = (ContinuousClock.now, Gate())
    let exchange = try WatchedExchange(connector, Request(server.url())) { _ in
      if .now - start > .seconds(2.2) { isLater.open() }
    }

    try await isLater.wait()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
  }

  @Test(arguments: TestedEngine.allCases)
  func `times out in a later hop`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/there", .fault(.silence))
    let connector = try engine.connector()
    connector.timeoutInterval = 0.1

    #expect(await connector.urlError(of: try Request(server.url())) == .timedOut)
  }
}
