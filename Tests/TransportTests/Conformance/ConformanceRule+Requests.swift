#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// What arrives at the server.
  extension ConformanceRule {
    static let requests = [
      customHeader, emptyHeader, repeatedHeader, parameters, echo, longEcho, emptyChunks, getConvenience,
      postConvenience, cookies, trailers,
    ]

    /// Sends a request that is answered with 200, and returns what arrived.
    private static func received(_ request: Request, by scene: ConformanceScene) async throws -> ReceivedRequest {
      scene.server.on(nil, "/", .status(200))
      #expect(try await scene.connector.response(to: request).statusCode == 200)
      return try #require(scene.server.requests.last)
    }

    private static let customHeader = ConformanceRule("testCustomHeader", "a header arrives as it is") { scene in
      let request = try scene.request("/", .post, headers: ["X-Foo": "BARbaz"], body: RequestBody(Data("Hi".utf8)))

      let received = try await received(request, by: scene)

      #expect(received.headers.values(for: "X-Foo") == ["BARbaz"])
    }

    private static let emptyHeader = ConformanceRule(
      "testClientSendsEmptyHeaderValue",
      "a header without a value arrives"
    ) { scene in
      let request = try scene.request("/", .post, headers: ["X-Test": ""])

      let received = try await received(request, by: scene)

      #expect(received.headers.values(for: "X-Test") == [""])
    }

    private static let repeatedHeader = ConformanceRule(
      "testClientSendsMultiValueHeader",
      "a repeated header arrives with each of its values, in order"
    ) { scene in
      let request = try scene.request(headers: ["X-Test": "one", "X-Test": "two"])

      let received = try await received(request, by: scene)

      #expect(received.headers.values(for: "X-Test") == ["one", "two"])
    }

    private static let parameters = ConformanceRule(
      "testURLParams",
      "parameters arrive in order, repeated and empty ones included"
    ) { scene in
      let text = "foo=bar&bar=baz&baz=qux&qux=&foo=phew"
      scene.server.on(.get, "/", .status(200))

      _ = try await scene.response("/?" + text)

      #expect(scene.server.requests.last?.query == URLQuery(string: text))
      #expect(scene.server.requests.last?.target == "/?" + text)
    }

    private static let echo = ConformanceRule("testEchoString", "a body that is written arrives") { scene in
      let body = BodyStream { try await $0.write(Data("Hello World".utf8)) }

      let received = try await received(scene.request("/", .post, body: RequestBody(body)), by: scene)

      #expect(received.text == "Hello World")
    }

    private static let longEcho = ConformanceRule("testEcho1MBBody", "a megabyte goes there and comes back") { scene in
      scene.server.on(.post, "/") { .data($0.body) }
      let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
      let body = BodyStream(knownLength: 1_000_000) { try await $0.write(data) }

      let response = try await scene.connector.response(to: scene.request("/", .post, body: RequestBody(body)))

      #expect(response.data == data)
      #expect(scene.server.requests.last?.headers["Content-Length"] == "1000000")
    }

    private static let emptyChunks = ConformanceRule("testEmptyChunkedBody", "a body may be empty") { scene in
      for length in [nil, 0] as [Int64?] {
        let body = BodyStream(knownLength: length) { writer in
          try await writer.write(Data())
          try await writer.finish()
        }

        let received = try await received(scene.request("/", .post, body: RequestBody(body)), by: scene)

        #expect(received.body.isEmpty)
      }
    }

    private static let getConvenience = ConformanceRule("testGetConvenience", "one line fetches") { scene in
      scene.server.on(.get, "/") { .text("\($0.method) \($0.body.count)") }

      let text = try await HTTP(scene.server.url()).httpConnector(scene.connector).fetchString().value

      #expect(text == "GET 0")
    }

    private static let postConvenience = ConformanceRule("testPostConvenience", "one line posts") { scene in
      scene.server.on(.post, "/") { .text("\($0.method) \($0.text)") }

      let text = try await HTTP(scene.server.url()).httpConnector(scene.connector)
        .httpMethod(.post).body(Data("Hello World".utf8)).fetchString().value

      #expect(text == "POST Hello World")
    }

    private static let cookies = ConformanceRule("testBasicCookieSetAndUse", "a cookie goes back") { scene in
      scene.server.on(.get, "/cookie", .status(200, headers: ["Set-Cookie": "foo=7f3a"]))

      let response = try await scene.response("/cookie")
      let next = try await received(scene.request(), by: scene)

      #expect(response.headers.values(for: "Set-Cookie") == ["foo=7f3a"])
      #expect(next.headers.values(for: "Cookie") == ["foo=7f3a"])
    }

    private static let trailers = ConformanceRule("testTrailerWrite", "trailers follow the body of a request") {
      scene in
      let trailers: HTTPHeaders = ["X-Request-Trailer-One": "first", "X-Request-Trailer-Two": "second"]
      let body = BodyStream(hasTrailers: true) { writer in
        try await writer.write(Data("Hello World".utf8))
        try await writer.finish(trailers: trailers)
      }

      let received = try await received(scene.request("/", .post, body: RequestBody(body)), by: scene)

      #expect(received.text == "Hello World")
      #expect(received.trailers == trailers)
    }
  }
#endif
