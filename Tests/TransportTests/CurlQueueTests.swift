#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  @Suite(.timeLimit(.minutes(1)))
  struct CurlQueueTests {
    @Test func `whoever finds the wire full waits, and can leave`() async throws {
      let server = try LoopbackServer()
      let gate = Gate()
      server.on(.get, "/", .text("hello").held(at: gate))
      let connector = try TestedEngine.libcurl.connector()
      connector.timeoutInterval = nil
      let request = try Request(server.url())
      let count = CurlQueue.limit + 20

      let exchanges = (0..<count).map { _ in WatchedExchange(connector, request) }
      try await server.waitForRequests(CurlQueue.limit)
      let leaving = exchanges.suffix(5)
      for exchange in leaving { exchange.cancel() }
      for exchange in leaving { #expect(await exchange.end == .cancelled) }
      #expect(server.requestCount == CurlQueue.limit)
      gate.open()

      for exchange in exchanges.dropLast(5) { #expect(await exchange.end == .answered) }
      #expect(server.requestCount == count - 5)
    }
  }
#endif
