#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  /// A response that is complete ends the upload (RFC 9112 §9.5), and is never an error.
  @Suite(.timeLimit(.minutes(1)))
  struct EarlyAnswerTests {
    /// More than the network keeps of what is not read.
    private static let body = RequestBody(Data(count: 64 << 20))

    private static let answers: [String: (status: Int, text: String)] = [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly": (200, "early"),
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n": (200, ""),
      "HTTP/1.1 204 No Content\r\n\r\n": (204, ""),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n": (200, "early"),
      "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nearly": (413, "early"),
      "HTTP/1.1 303 See Other\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n": (200, "next"),
    ]

    @Test(arguments: answers.keys)
    func `does not wait for the rest of the request`(answer: String) async throws {
      let server = try LoopbackServer()
      server.onHead(.post, "/", .raw([.text(answer), .silence])).on(.get, "/next", .text("next"))
      let connector = try TestedEngine.libcurl.connector()
      var request = try Request(server.url(), httpMethod: .post)
      request.body = Self.body

      let response = try await connector.response(to: request)
      let next = try await connector.response(to: Request(server.url("/next")))

      #expect(response.statusCode == Self.answers[answer]?.status)
      #expect(try response.text() == Self.answers[answer]?.text)
      #expect(try next.text() == "next")
    }

    @Test func `a body that the end of the connection ends is complete`() async throws {
      let server = try LoopbackServer()
      server.onHead(.post, "/", .raw(["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nearly", .close]))
      var request = try Request(server.url(), httpMethod: .post)
      request.body = Self.body

      let response = try? await TestedEngine.libcurl.connector().response(to: request)

      // The close may reset the connection, since the request is still being sent, and then the response may be lost.
      if let response { #expect(try response.text() == "early") }
    }

    @Test func `a response that is cut is an error`() async throws {
      let server = try LoopbackServer()
      let cut = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\near"
      server.onHead(.post, "/", .raw([.text(cut), .close]))
      var request = try Request(server.url(), httpMethod: .post)
      request.body = Self.body

      let error = try await TestedEngine.libcurl.connector().urlError(of: request)

      #expect(error == .networkConnectionLost || error == .badServerResponse)
    }

    @Test(arguments: [nil, "100-continue"])
    func `a refused expectation is the response`(expectation: String?) async throws {
      let server = try LoopbackServer()
      server.onHead(.post, "/", .text("no", status: 417))
      var request = try Request(server.url(), httpMethod: .post, headers: expectation.map { ["Expect": $0] } ?? [:])
      request.body = Self.body

      let response = try await TestedEngine.libcurl.connector().response(to: request)

      #expect(response.statusCode == 417)
      #expect(server.requestCount == 1)
    }
  }
#endif
