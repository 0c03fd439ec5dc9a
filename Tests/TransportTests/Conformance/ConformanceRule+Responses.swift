#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// What arrives from the server.
  extension ConformanceRule {
    static let responses =
      [
        ok, head, notFound, unknownStatus, repeatedHeader, identity, redirects, endlessRedirect, manyAtOnce, eTags,
        trailers,
      ] + encodings

    private static let ok = ConformanceRule("testOk", "each method gets its answer, empty and without trailers") {
      scene in
      scene.server.on(nil, "/", .status(200))

      for method in [.head, .get, .put, .post, .delete] as [HTTPMethod] {
        let response = try await scene.response("/", method)
        #expect(response.statusCode == 200 && response.data.isEmpty && response.trailers == nil, "\(method)")
      }
    }

    /// The connection stays open: a client that waits for the body runs out of time.
    private static let head = ConformanceRule("testHeadWithContentLength", "HEAD has a length, and no body") { scene in
      scene.server.on(.head, "/", .raw(["HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"]))

      let response = try await scene.response("/", .head)

      #expect(response.statusCode == 200 && response.data.isEmpty)
      #expect(response.headers["Content-Length"] == "1000")
    }

    private static let notFound = status("testNotFound", 404, "a status that isn't a success is a response")

    private static let unknownStatus = status("testStatusOutOfRangeButValid", 999, "so is one that nobody knows")

    private static func status(_ name: String, _ status: Int, _ sentence: String) -> ConformanceRule {
      ConformanceRule(name, sentence) { scene in
        scene.server.on(.get, "/", .status(status))

        let response = try await scene.response()

        #expect(response.statusCode == status && response.data.isEmpty)
      }
    }

    private static let repeatedHeader = ConformanceRule(
      "testServerSendsMultiValueHeader",
      "a repeated header has each of its values, in order"
    ) { scene in
      scene.server.on(.get, "/", .status(200, headers: ["X-Test": "one", "X-Test": "two"]))

      let response = try await scene.response()

      #expect(response.headers.values(for: "X-Test") == ["one", "two"])
    }

    private static let identity = ConformanceRule("testIdentity", "a body may be sent uncompressed") { scene in
      scene.server.on(.get, "/", .text("plain"))

      let response = try await scene.response()

      #expect(try response.text() == "plain")
      #expect(!response.headers.contains("Content-Encoding"))
    }

    private static let encodings = [("testGzip", "gzip"), ("testDeflate", "deflate"), ("testBrotli", "br")].map {
      (name, coding) in
      ConformanceRule(name, "\(coding) is asked for, and decoded") { scene in
        let sample = try #require(ContentSample.all.first { $0.encoding == coding })
        scene.server.on(.get, "/", .data(sample.bytes).header("Content-Encoding", coding))

        let response = try await scene.response()

        #expect(response.data == ContentSample.content)
        #expect(response.headers["Content-Encoding"] == coding)
        #expect(scene.server.requests.last?.headers["Accept-Encoding"]?.contains(coding) == true)
      }
    }

    private static let redirects = ConformanceRule("testBasicRedirect", "301 and 308 lead on") { scene in
      scene.server.on(.get, "/end") { .text("\($0.method) \($0.body.count)") }

      for status in [301, 308] {
        scene.server.on(.get, "/", .redirect(to: "/end", status: status))
        let response = try await scene.response()
        #expect(try response.text() == "GET 0", "\(status)")
      }
    }

    private static let endlessRedirect = ConformanceRule("testInfiniteRedirect", "a circle of redirects ends") {
      scene in
      scene.server.on(.get, "/", .redirect(to: "/pong", status: 301))
      scene.server.on(.get, "/pong", .redirect(to: "/", status: 301))

      let error = try await scene.error()

      #expect(error == .httpTooManyRedirects)
    }

    private static let manyAtOnce = ConformanceRule("testStressTest", "100 requests at once all succeed") { scene in
      scene.server.on(.get, "/:number") { .text($0.parameters["number"] ?? "") }

      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<100 { group.addTask { try await scene.response("/\(number)").text() } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }

      #expect(texts == Set((0..<100).map(String.init)))
    }

    private static let eTags = ConformanceRule(
      "testETag",
      "a stored response is revalidated, and takes the headers of the 304"
    ) { scene in
      let resource = Locked(ChangingResource())
      scene.server.on(.get, "/") { request in resource.withLock { $0.answer(request.headers["If-None-Match"]) } }
      let stage = Stage.sending(over: scene.connector).wrapped(in: [.cache(MemoryCache())])

      for number in 0..<3 {
        let fresh = try await stage(scene.request())
        let known = try await stage(scene.request())

        #expect(try fresh.text() == "\(number)" && known.text() == "\(number)")
        #expect(fresh.headers["X-Cached"] == "false" && known.headers["X-Cached"] == "true")
        #expect([fresh, known].allSatisfy { $0.statusCode == 200 && $0.headers["ETag"] == "\"\(number)\"" })
      }
    }

    private static let trailers = ConformanceRule("testTrailerRead", "trailers follow the body of a response") {
      scene in
      let fields: HTTPHeaders = ["X-Trailer-One": "first", "X-Trailer-Two": "second", "X-Checksum": "abc123"]
      scene.server.on(.get, "/", .chunked(["Response ", "body"], trailers: fields))

      let response = try await scene.response()
      let stream = try await scene.stream(scene.request())

      #expect(try response.text() == "Response body")
      #expect(response.trailers == fields)
      #expect(try await stream.collect(upTo: 1_024) == Data("Response body".utf8))
      #expect(try await stream.trailers == fields)
    }
  }

  /// A resource that changes once a client has confirmed that it has the present version.
  private struct ChangingResource {
    private var number = 0
    private var isConfirmed = false

    mutating func answer(_ tag: String?) -> Reply {
      let isKnown = tag == "\"\(number)\""
      if isKnown, isConfirmed { number += 1 }
      isConfirmed = isKnown && !isConfirmed
      let reply = isConfirmed ? Reply.status(304) : .text("\(number)")
      return reply.header("ETag", "\"\(number)\"").header("X-Cached", "\(isConfirmed)")
    }
  }
#endif
