#if os(Linux)
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Responses of one HTTP/2 connection that arrive together. The server is `.ci/interleaved.py`.
  @Suite(.serialized, .enabled(if: CapableSite.interleaved != nil && CapableSite.isTrusted), .timeLimit(.minutes(1)))
  struct StrandedBytesTests {
    private static func request(_ path: String) throws -> Request {
      try Request(#require(CapableSite.interleaved) + path)
    }

    private func stream(of request: Request, _ connector: DefaultHTTPConnector) async throws -> ResponseStream {
      var request = request
      request.delivery = .stream
      return try #require(try await Stage.sending(over: connector)(request).stream)
    }

    private func text(_ path: String, _ connector: DefaultHTTPConnector) async throws -> String {
      try await connector.response(to: Self.request(path)).text()
    }

    @Test func `a response is read, though it arrives behind bytes of a stream that is held`() async throws {
      let connector = try TestedEngine.libcurl.connector()
      let stream = try await stream(of: Self.request("/held"), connector)

      for _ in 0..<10 { try #expect(await text("/beside", connector) == "done") }
      let length = try await text("/end", connector)

      #expect(try await String(stream.collect(upTo: 1_000_000).count) == length)
    }

    @Test func `a response is read, though it arrives behind bytes at which another fails`() async throws {
      // NB: which of the two libcurl serves first depends on their addresses.
      for _ in 0..<20 {
        let connector = try TestedEngine.libcurl.connector()
        connector.maximumResponseSize = 20_000
        let stream = try await stream(of: Self.request("/begun"), connector)

        try #expect(await text("/beside", connector) == "done")

        await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 1_000_000) }
      }
    }
  }
#endif
