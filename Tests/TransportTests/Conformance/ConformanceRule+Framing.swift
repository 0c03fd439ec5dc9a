#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// What a server writes by hand, right or wrong.
  extension ConformanceRule {
    static let framing = [
      notHTTP, badCase, noReason, noContent, notModified, incompleteBody, noLengthHint, conflictingLengths,
    ]

    private static let notHTTP = ConformanceRule("testNotHTTP", "bytes that aren't HTTP are an error") { scene in
      let error = try await scene.answer("FOOBAR").error()

      #expect(error == .badServerResponse)
    }

    private static let badCase = ConformanceRule("testBadHTTPCase", "the protocol's name is in capitals") { scene in
      let error = try await scene.answer("Http/1.1 200 OK\r\n\r\n").error()

      #expect(error == .badServerResponse)
    }

    private static let noReason = ConformanceRule("testNoReason", "a status needs no reason") { scene in
      let response = try await scene.answer("HTTP/1.1 200\r\n\r\n", .close).response()

      #expect(response.statusCode == 200)
    }

    private static let noContent = withoutBody("test204WithContentLength", "204 No Content")

    private static let notModified = withoutBody("test304WithContentLength", "304 Not Modified")

    /// The connection stays open: a client that waits for the body runs out of time.
    private static func withoutBody(_ name: String, _ status: String) -> ConformanceRule {
      ConformanceRule(name, "\(status.prefix(3)) has no body, whatever its length says") { scene in
        let scene = scene.answer("HTTP/1.1 \(status)\r\nContent-Length: 1000\r\n\r\n")

        let response = try await scene.response()

        #expect(response.statusCode == Int(status.prefix(3)))
        #expect(response.data.isEmpty)
      }
    }

    private static let incompleteBody = ConformanceRule("testIncompleteBody", "half a body is an error") { scene in
      let scene = scene.answer("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n1234", .close)

      let error = try await scene.error()

      #expect(error == .networkConnectionLost)
    }

    private static let noLengthHint = ConformanceRule("testNoLengthHint", "a body may end with the connection") {
      scene in
      let response = try await scene.answer("HTTP/1.1 200 OK\r\n\r\n1234", .close).response()

      #expect(try response.text() == "1234")
    }

    private static let conflictingLengths = ConformanceRule(
      "testConflictingContentLength",
      "lengths that differ are an error (RFC 9112 §6.3)"
    ) { scene in
      for lengths in ["Content-Length: 10, 4", "Content-Length: 4, 10", "Content-Length: 10\r\nContent-Length: 4"] {
        let error = try await scene.answer("HTTP/1.1 200 OK\r\n\(lengths)\r\n\r\n1234567890").error()
        #expect(error == .badServerResponse, "\(lengths)")
      }
    }
  }
#endif
