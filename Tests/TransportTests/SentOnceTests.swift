#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  /// A request reaches the server as often as it may, and gets the response that is its own.
  @Suite(.timeLimit(.minutes(1)))
  struct SentOnceTests {
    private let server: LoopbackServer
    private let connector: DefaultHTTPConnector

    init() throws {
      server = try LoopbackServer()
      server.on(nil, "/ok", .text("ok"))
      connector = try TestedEngine.libcurl.connector()
    }

    /// Leaves a connection behind that can be used again.
    private func keepConnection() async throws {
      _ = try await connector.response(to: Request(server.url("/ok")))
    }

    @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod("PURGE")], [nil, "body"])
    func `a request that is not idempotent is sent once, on a connection that dies`(method: HTTPMethod, body: String?)
      async throws
    {
      try await keepConnection()
      server.on(method, "/", .fault(.closeBeforeResponse), .text("second"))

      let error = await connector.urlError(of: try Request(server.url(), httpMethod: method, body: body))

      #expect(error == .networkConnectionLost)
      #expect(server.requests.map(\.path) == ["/ok", "/"])
    }

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, .options])
    func `what is idempotent is sent again, on a connection that dies`(method: HTTPMethod) async throws {
      try await keepConnection()
      server.on(method, "/", .fault(.closeBeforeResponse), .text("second"))

      let response = try await connector.response(to: Request(server.url(), httpMethod: method))

      #expect(response.statusCode == 200)
      #expect(server.requests.map(\.path) == ["/ok", "/", "/"])
    }

    @Test func `connections may die again and again`() async throws {
      connector.pool.idleTime = .seconds(1_000)  // has a libcurl of its own
      let count = Locked(0)
      server.on(.get, "/") { _ in
        count.withLock { count in
          count += 1
          return count.isMultiple(of: 2) ? .text("answered") : .fault(.closeBeforeResponse)
        }
      }

      for _ in 0..<8 {
        try await keepConnection()
        #expect(try await connector.response(to: Request(server.url())).text() == "answered")
      }
    }

    @Test func `a key makes a POST idempotent`() async throws {
      try await keepConnection()
      server.on(.post, "/", .fault(.closeBeforeResponse), .text("second"))
      let request = try Request(server.url(), httpMethod: .post, headers: ["Idempotency-Key": "7"], body: "body")

      let response = try await connector.response(to: request)

      #expect(try response.text() == "second")
      #expect(server.requests.map(\.text) == ["", "body", "body"])
    }

    @Test func `a retry tells why a lost POST was not sent again`() async throws {
      try await keepConnection()
      server.on(.post, "/", .fault(.closeBeforeResponse), .text("second"))
      let stage = Stage.sending(over: connector).wrapped(in: [.retry()])

      let error = await #expect(throws: ConnectionError.self) {
        try await stage(Request(server.url(), httpMethod: .post, body: "body"))
      }

      #expect((error?.nativeError as? URLError)?.code == .networkConnectionLost)
      #expect(error?.notRetried == .method)
      #expect(server.requestCount == 2)
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `a connection that is known to be dead is replaced`(method: HTTPMethod) async throws {
      for round in 1...5 {
        let response = try await connector.response(to: Request(server.url("/ok"), httpMethod: method))
        #expect(try response.text() == "ok")
        server.disconnect(resetting: round.isMultiple(of: 2))
        try await server.waitForClosedConnections(round)
      }

      #expect(server.requestCount == 5)
    }

    /// A reply whose connection says more than it was asked for, once the test says so.
    private static let surplus: [(method: HTTPMethod, reply: @Sendable (Gate) -> Reply)] = [
      (
        .get,
        { .text("first").followed(by: .gate($0), "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n") }
      ),
      (.get, { .text("first").followed(by: .gate($0), "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged") }),
      (.head, { .raw(["HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n", .gate($0), "forged"]) }),
    ]

    @Test(arguments: surplus.indices, [HTTPMethod.get, .post])
    func `unsolicited bytes are not the next response`(surplus: Int, next: HTTPMethod) async throws {
      let (method, reply) = Self.surplus[surplus]
      let gate = Gate()
      let written = Gate()
      server.on(method, "/", reply(gate).followed(by: .pause { written.open() }, .silence))

      _ = try await connector.response(to: Request(server.url(), httpMethod: method))
      gate.open()
      try await written.wait()
      let response = try await connector.response(to: Request(server.url("/ok"), httpMethod: next))

      #expect(try response.text() == "ok")
      #expect(server.acceptedConnections == 2)
    }

    @Test func `quiet connections are used again, by POST too`() async throws {
      for method in [HTTPMethod.get, .post, .put, .post, .get] {
        _ = try await connector.response(
          to: Request(server.url("/ok"), httpMethod: method, body: method == .get ? nil : "x")
        )
      }

      #expect(server.acceptedConnections == 1)
    }
  }
#endif
