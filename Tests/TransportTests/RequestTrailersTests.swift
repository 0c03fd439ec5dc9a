#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  @Suite(.timeLimit(.minutes(1)))
  struct RequestTrailersTests {
    private struct Fault: Error {}

    private let server: LoopbackServer
    private let connector: DefaultHTTPConnector

    init() throws {
      server = try LoopbackServer()
      server.on(.post, "/") { .text("\($0.text) \($0.trailers["X-Digest"] ?? "none")") }
      connector = try TestedEngine.libcurl.connector()
    }

    private func request(_ body: RequestBody?) throws -> Request {
      var request = try Request(server.url(), httpMethod: .post)
      request.body = body
      return request
    }

    @Test func `trailers are made after the body was read, and sent after it`() async throws {
      let hold = ScriptedStream.Hold()
      let log = Record<String>()
      let body = BodyStream(length: 3) { ScriptedStream([.hold(hold), .give(Data("one".utf8))]) }
      let sent = RequestBody(segments: [.stream(body)]).trailers {
        log.add("made")
        return ["X-Digest": "7"]
      }
      let response = Task { try await connector.response(to: request(sent)) }
      try await server.waitForConnections(1)
      let madeBefore = log.all

      hold.letGo()

      #expect(try await response.value.text() == "one 7")
      #expect(madeBefore.isEmpty)
      #expect(log.all == ["made"])
    }

    @Test func `a request without trailers that follows one with them sends none, and is not chunked`() async throws {
      let with = RequestBody(Data("one".utf8)).trailers { ["X-Digest": "7"] }

      let first = try await connector.response(to: request(with))
      let second = try await connector.response(to: request(RequestBody(Data("two".utf8))))

      #expect(try first.text() == "one 7")
      #expect(try second.text() == "two none")
      #expect(server.requests.last?.headers["Content-Length"] == "3")
    }

    @Test func `what making them throws fails the request`() async throws {
      let body = RequestBody(Data("one".utf8)).trailers { throw Fault() }

      await #expect(throws: Fault.self) { try await connector.response(to: request(body)) }
    }

    @Test(arguments: [("Content-Length", "3"), ("X A", "b"), ("X-A", "b\r\nc: d"), ("authorization", "x")])
    func `a field that cannot stand there fails the request`(name: String, value: String) async throws {
      let body = RequestBody(Data("one".utf8)).trailers { HTTPHeaders([HTTPHeaders.Field(name: name, value: value)]) }

      await #expect(throws: InvalidRequest.self) { try await connector.response(to: request(body)) }
    }

    @Test func `URLSession refuses them`() async throws {
      let body = RequestBody(Data("one".utf8)).trailers { [:] }

      await #expect(throws: TransferRefusal.trailers) {
        try await TestedEngine.urlSession.connector().response(to: request(body))
      }
    }
  }
#endif
