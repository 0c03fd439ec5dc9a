@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is never sent.
@Suite(.timeLimit(.minutes(1)))
struct RefusingTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/", .text("hello"))
  }

  @Test(arguments: [0, -1, -.infinity, .nan] as [TimeInterval])
  func `refuses a timeout that cannot be waited for`(seconds: TimeInterval) async throws {
    let connector = try TestedEngine.robust[0].connector()
    connector.timeoutInterval = seconds

    let refusal = await #expect(throws: TransferRefusal.self) {
      try await connector.response(to: Request(server.url()))
    }

    #expect(refusal.map { "\($0)" } == "a timeout of \(seconds) s cannot be waited for")
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.allCases, [.infinity, 1e300, 315_359_999, nil] as [TimeInterval?])
  func `takes a timeout however long`(engine: TestedEngine, seconds: TimeInterval?) async throws {
    let connector = try engine.connector()
    connector.timeoutInterval = seconds

    let response = try await connector.response(to: Request(server.url()))

    #expect(try response.text() == "hello")
  }

  @Test func `refuses CONNECT`() async throws {
    let connector = try TestedEngine.robust[0].connector()

    await #expect(throws: TransferRefusal.method(.connect)) {
      try await connector.response(to: Request(server.url(), httpMethod: .connect))
    }
    #expect(server.requestCount == 0)
  }

  @Test func `refuses HEAD with a body`() async throws {
    let connector = try TestedEngine.robust[0].connector()

    await #expect(throws: TransferRefusal.bodyOfHead) {
      try await connector.response(to: Request(server.url(), httpMethod: .head, body: "a"))
    }
  }

  @Test func `refuses a limit below zero`() async throws {
    let connector = try TestedEngine.robust[0].connector()
    connector.maximumResponseSize = -1

    await #expect(throws: TransferRefusal.maximumResponseSize(-1)) {
      try await connector.response(to: Request(server.url()))
    }
  }

  @Test(arguments: ["a\r\nb", "a\nb", "a\0b"])
  func `refuses line breaks and NUL in names, values and the method`(text: String) async throws {
    let connector = try TestedEngine.robust[0].connector()

    await #expect(throws: InvalidRequest.self) {
      try await connector.response(to: Request(server.url(), headers: ["X": text]))
    }
    await #expect(throws: InvalidRequest.self) {
      try await connector.response(to: Request(server.url(), headers: [text: "1"]))
    }
    await #expect(throws: InvalidRequest.self) {
      try await connector.response(to: Request(server.url(), httpMethod: HTTPMethod(text)))
    }
    #expect(server.requestCount == 0)
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "/relative", "mailto:a@b.c"])
  func `refuses what is not HTTP`(url: String) async throws {
    let request = Request(url: try #require(URL(string: url)))

    let error = try await TestedEngine.robust[0].connector().urlError(of: request)

    #expect(error == .unsupportedURL)
  }

  @Test(arguments: ["http://", "http:///path", "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "http://@/"])
  func `refuses a URL without a host, or with a port that is none`(url: String) async throws {
    guard let url = URL(string: url) else { return }

    let error = try await TestedEngine.robust[0].connector().urlError(of: Request(url: url))

    #expect(error == .badURL)
  }

  #if canImport(FoundationNetworking)
    @Test func `has no cache to answer from`() async throws {
      let connector = try TestedEngine.robust[0].connector()
      connector.cachePolicy = .returnCacheDataDontLoad

      #expect(await connector.urlError(of: try Request(server.url())) == .resourceUnavailable)
      #expect(server.requestCount == 0)
    }
  #endif
}
