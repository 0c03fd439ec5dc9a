#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  @Suite(.timeLimit(.minutes(1)))
  struct InterimResponseTests {
    private static let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    private static let progress = "HTTP/1.1 104 Upload Resumption Supported\r\nUpload-Offset: 3\r\n\r\n"
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func `interim responses are events ahead of the response, but 100 is not`() async throws {
      let server = try LoopbackServer()
      server.on(.post, "/", .raw(["HTTP/1.1 100 Continue\r\n\r\n", .text(Self.hints + Self.progress + Self.ok)]))
      let kinds = Record<String>()
      let observing = Stage.sending(over: try TestedEngine.libcurl.connector()).wrapped(
        in: .observe { event in
          switch event.kind {
          case .interim(let response):
            kinds.add("\(response.statusCode) \(response.headers["Link"] ?? response.headers["Upload-Offset"] ?? "")")
          case .attemptEnded(_, let result): kinds.add("\((try? result.get().statusCode) ?? 0)")
          default: break
          }
        }
      )

      let response = try await observing(Request(server.url(), httpMethod: .post, body: "abc"))

      #expect(try response.text() == "ok")
      #expect(kinds.all == ["103 </a.css>", "104 3", "200"])
    }

    @Test func `an interim response comes before the response is there`() async throws {
      let (server, isTold) = (try LoopbackServer(), Gate())
      server.on(.get, "/", .raw([.text(Self.hints), .gate(isTold), .text(Self.ok)]))
      let observing = Stage.sending(over: try TestedEngine.libcurl.connector()).wrapped(
        in: .observe { event in if case .interim = event.kind { isTold.open() } }
      )

      let response = try await observing(Request(server.url()))

      #expect(try response.text() == "ok")
    }

    @Test func `the trace names them`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .raw([.text(Self.hints + Self.ok)]))
      let traces = Record<String>()
      let tracing = Stage.sending(over: try TestedEngine.libcurl.connector()).wrapped(
        in: .trace { traces.add("\($0)") }
      )

      _ = try await tracing(Request(server.url()))

      #expect(traces.all.first?.contains("interim") == true)
      #expect(traces.all.first?.contains("103") == true)
    }

    @Test func `interim responses without end are an error`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .raw([.endless(Data(Self.hints.utf8))]))
      let told = Record<Int>()
      let observing = Stage.sending(over: try TestedEngine.libcurl.connector()).wrapped(
        in: .observe { event in if case .interim = event.kind { told.add(1) } }
      )

      let error = await #expect(throws: ConnectionError.self) { try await observing(Request(server.url())) }

      #expect((error?.nativeError as? URLError)?.code == .badServerResponse)
      #expect(told.all.count < 1_000)
    }
  }
#endif
