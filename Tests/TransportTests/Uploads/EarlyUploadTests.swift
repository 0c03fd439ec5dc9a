#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// A response that comes while its request is written.
  @Suite(.timeLimit(.minutes(1)))
  struct EarlyUploadTests {
    private static let answers: [String: (status: Int, text: String)] = [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly": (200, "early"),
      "HTTP/1.1 204 No Content\r\n\r\n": (204, ""),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n": (200, "early"),
      "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nearly": (413, "early"),
      "HTTP/1.1 303 See Other\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n": (200, "next"),
    ]

    private let server: LoopbackServer
    private let connector: DefaultHTTPConnector

    init() throws {
      server = try LoopbackServer()
      server.on(.get, "/next", .text("next"))
      connector = try TestedEngine.libcurl.connector()
    }

    private func post(_ body: BodyStream) throws -> Request {
      var request = try Request(server.url("/"), httpMethod: .post)
      request.body = RequestBody(body)
      return request
    }

    @Test(arguments: answers.keys)
    func `ends a writer that writes on and on`(answer: String) async throws {
      let (isWritten, end) = (Gate(), ObservedValue<ConnectionError?>(nil))
      server.onHead(.post, "/", .raw([.gate(isWritten), .text(answer), .silence]))
      let body = BodyStream { writer in
        isWritten.open()
        do {
          while true { try await writer.write(Data(count: 65_536)) }
        } catch {
          end.update { $0 = error as? ConnectionError }
        }
      }

      let response = try await connector.response(to: post(body))

      #expect(response.statusCode == Self.answers[answer]?.status)
      #expect(try response.text() == Self.answers[answer]?.text)
      #expect(try await end.wait { $0 != nil }?.type == .cancelled)
      #expect(try await connector.response(to: Request(server.url("/next"))).text() == "next")
    }

    @Test(arguments: answers.keys)
    func `ends a writer that has nothing to write`(answer: String) async throws {
      let (isWritten, end, never) = (Gate(), Gate(), Gate())
      server.onHead(.post, "/", .raw([.gate(isWritten), .text(answer), .silence]))
      let body = BodyStream { writer in
        try await writer.write(Data("a".utf8))
        isWritten.open()
        defer { end.open() }
        try await never.wait()
      }

      let response = try await connector.response(to: post(body))

      #expect(response.statusCode == Self.answers[answer]?.status)
      #expect(try response.text() == Self.answers[answer]?.text)
      try await end.wait()
    }

    @Test func `ends a writer that has nothing to write, though its own end comes late`() async throws {
      let (isWritten, isReceived, never) = (Gate(), Gate(), Gate())
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n"
      server.onHead(.post, "/", .raw([.gate(isWritten), .text(head), .gate(isReceived), "0\r\n\r\n", .silence]))
      let body = BodyStream { writer in
        try await writer.write(Data("a".utf8))
        isWritten.open()
        try await never.wait()
      }

      let exchange = WatchedExchange(connector, try post(body)) { if $0.received > 0 { isReceived.open() } }

      #expect(await exchange.end == .answered)
    }

    // MARK: - Both ways at once

    @Test func `each byte of 1,000 is written after the one before came back`() async throws {
      let echo = try EchoServer()
      let (body, writer) = BodyStream.pipe()
      var request = try Request(echo.url, httpMethod: .post)
      request.delivery = .stream
      request.body = RequestBody(body)
      let stream = try #require(try await Stage.sending(over: connector)(request).stream)
      var bytes = stream.bytes.makeAsyncIterator()

      var received: [UInt8] = []
      for place in 0..<1_000 {
        try await writer.write(Data([UInt8(65 + place % 26)]))
        if let byte = try await bytes.next() { received.append(byte) }
      }
      try await writer.finish()

      #expect(received == (0..<1_000).map { UInt8(65 + $0 % 26) })
      #expect(try await bytes.next() == nil)
    }

    @Test func `letting go of the response ends the writer`() async throws {
      let echo = try EchoServer()
      let (body, writer) = BodyStream.pipe()
      var request = try Request(echo.url, httpMethod: .post)
      request.delivery = .stream
      request.body = RequestBody(body)
      let stream = try #require(try await Stage.sending(over: connector)(request).stream)

      try await writer.write(Data([65]))
      for try await _ in stream.bytes { break }

      let error = await #expect(throws: ConnectionError.self) {
        while true { try await writer.write(Data([66])) }
      }
      #expect(error?.type == .cancelled)
    }

    // MARK: - Trailers

    @Test func `what a writer finishes with follows its body`() async throws {
      server.on(.post, "/") { .text("\($0.text) \($0.trailers["X-Digest"] ?? "none")") }
      let body = BodyStream(knownLength: 3, hasTrailers: true) { writer in
        try await writer.write(Data("one".utf8))
        try await writer.finish(trailers: ["X-Digest": "7"])
      }
      let without = BodyStream(hasTrailers: true) { writer in try await writer.write(Data("two".utf8)) }

      #expect(try await connector.response(to: post(body)).text() == "one 7")
      #expect(try await connector.response(to: post(without)).text() == "two none")
    }

    @Test func `trailers that were not announced are an error`() async throws {
      let body = BodyStream { writer in try await writer.finish(trailers: ["X-Digest": "7"]) }

      let error = await #expect(throws: URLError.self) { try await connector.response(to: post(body)) }

      #expect(error?.localizedDescription.contains("hasTrailers") == true)
    }

    @Test func `URLSession refuses trailers`() async throws {
      let body = BodyStream(hasTrailers: true) { writer in try await writer.write(Data("one".utf8)) }

      await #expect(throws: TransferRefusal.trailers) {
        try await TestedEngine.urlSession.connector().response(to: post(body))
      }
    }
  }
#endif
