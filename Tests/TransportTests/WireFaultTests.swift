#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  /// A reply that breaks a rule, and what becomes of it.
  struct WireFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [Reply.Part]
    /// `nil` for a response.
    let code: URLError.Code?

    private init(_ testDescription: String, _ code: URLError.Code?, _ parts: Reply.Part...) {
      self.testDescription = testDescription
      self.code = code
      self.parts = parts
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    private static let body = "Content-Length: 4\r\n\r\nbody"

    private static func chunk(_ size: String) -> Reply.Part { .text(chunked + "\(size)\r\nhello\r\n0\r\n\r\n") }
    private static func longLines(_ count: Int) -> String {
      String(repeating: " \(String(repeating: "b", count: 240))\r\n", count: count)
    }
    private static func coded(_ coding: String) -> Reply.Part { .text(ok + "Content-Encoding: \(coding)\r\n" + body) }

    static let all = [
      WireFault("a blank before the first field", .badServerResponse, .text(ok + " Date: x\r\n" + body)),
      WireFault("a tab before the first field", .badServerResponse, .text(ok + "\tDate: x\r\n" + body)),
      WireFault("a blank before a colon", .badServerResponse, .text(ok + "Date : x\r\n" + body)),
      WireFault("a line without a colon", .badServerResponse, .text(ok + "Date\r\n" + body)),
      WireFault("a bare CR", .badServerResponse, .text(ok + "Date: x\ry\r\n" + body)),
      WireFault("a NUL", .badServerResponse, .text(ok + "Date: x\0\r\n" + body)),
      WireFault("two lengths in one field", .badServerResponse, .text(ok + "Content-Length: 4, 40\r\n\r\nbody")),
      WireFault("two lengths in two fields", .badServerResponse, .text(ok + "Content-Length: 40\r\n" + body)),
      WireFault("a hexadecimal length", .badServerResponse, .text(ok + "Content-Length: 0x4\r\n\r\nbody")),
      WireFault("a length twice", nil, .text(ok + "Content-Length: 4, 4\r\n\r\nbody")),
      WireFault("a hexadecimal mark before the size of a chunk", .badServerResponse, chunk("0x5")),
      WireFault("a chunk without a size", .badServerResponse, chunk("xyz")),
      WireFault("a chunk of negative size", .badServerResponse, chunk("-5")),
      WireFault("a chunk of immense size", .badServerResponse, chunk("FFFFFFFFFFFFFFFFF")),
      WireFault("a chunk without an end", .badServerResponse, .text(chunked + "5\r\nhelloXX0\r\n\r\n")),
      WireFault(
        "endless trailers",
        .badServerResponse,
        .text(chunked + "2\r\nok\r\n0\r\n"),
        .endless(Data(String(repeating: "X-Trailer: true\r\n", count: 512).utf8))
      ),
      WireFault(
        "256 KB of folded lines",
        .badServerResponse,
        .text(ok + "A: a\r\n" + String(repeating: " b\r\n", count: 60_000) + body)
      ),
      WireFault(
        "long folded lines",
        nil,
        // NB: later versions of libcurl join them to one line, which has a limit.
        .text(ok + "A: a\r\n" + longLines(TestedEngine.isReference ? 900 : 300) + body)
      ),
      WireFault(
        "more fields than anyone sends",
        .badServerResponse,
        .text(ok + String(repeating: "A: a\r\n", count: 1_001) + body)
      ),
      WireFault("an unknown content coding", nil, coded("aws-chunked")),
      WireFault("what is not gzip", .cannotDecodeContentData, coded("gzip")),
      WireFault("what is not brotli", .cannotDecodeContentData, coded("br")),
      WireFault("what is not zstd", .cannotDecodeContentData, coded("zstd")),
      WireFault("what is not deflate", .cannotDecodeContentData, coded("deflate")),
    ]
  }

  /// What `.ci/run` also runs with `MALLOC_PERTURB_`, so that what is read after it was freed ends the process.
  @Suite(.timeLimit(.minutes(1)))
  struct WireFaultTests {
    /// What one turn of the loop may take of the processor, in a debug build, whatever comes.
    private static let longestTurn = Duration.milliseconds(250)

    @Test(arguments: WireFault.all)
    func `is an error or a response, twice, and the next request succeeds`(fault: WireFault) async throws {
      let server = try LoopbackServer()
      server.on(.get, "/fault", .raw(fault.parts)).on(.get, "/redirect", .redirect(to: "/fault"))
      server.on(.get, "/next", .text("next"))
      let engine = try #require(CurlEngine())
      let connector = DefaultHTTPConnector(engine: engine)
      connector.maximumResponseSize = 1 << 20

      for path in ["/fault", "/fault", "/redirect"] {
        #expect(await connector.urlError(of: try Request(server.url(path))) == fault.code)
        #expect(try await connector.response(to: Request(server.url("/next"))).text() == "next")
      }

      #if DEBUG && !THREAD_SANITIZED
        #expect(engine.longestTurn < Self.longestTurn)
      #endif
    }

    @Test func `a head that is too long for libcurl is an error, and the next request succeeds`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("pong"))
      let connector = try TestedEngine.libcurl.connector()
      var request = try Request(server.url())
      request.headers["X-Huge"] = String(repeating: "x", count: 2_000_000)

      let error = await connector.urlError(of: request)

      // NB: libcurl 8 sends it.
      #expect(error == .dataLengthExceedsMaximum || !TestedEngine.isReference && error == nil)
      #expect(try await connector.response(to: Request(server.url())).text() == "pong")
    }

    @Test(arguments: ContentSample.all)
    func `a compressed body arrives as it was`(sample: ContentSample) async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .data(sample.bytes).header("Content-Encoding", sample.encoding))

      let response = try await TestedEngine.libcurl.connector().response(to: Request(server.url()))

      #expect(response.data == ContentSample.content)
      #expect(server.requests[0].headers["Accept-Encoding"] == "gzip, deflate, br, zstd")
    }

    @Test func `half a compressed body is an error`() async throws {
      let server = try LoopbackServer()
      let sample = ContentSample.all[0]
      server.on(.get, "/", .data(sample.bytes.prefix(30)).header("Content-Encoding", sample.encoding))

      let error = try await TestedEngine.libcurl.connector().urlError(of: Request(server.url()))

      #expect(error == .cannotDecodeContentData)
    }

    @Test func `a part of an encoded body is neither asked for nor decoded`() async throws {
      let server = try LoopbackServer()
      let part = ContentSample.all[0].bytes.dropFirst(10)
      server.on(.get, "/", .data(part, status: 206).header("Content-Encoding", "gzip"))

      let request = try Request(server.url(), headers: ["Range": "bytes=10-"])
      let response = try await TestedEngine.libcurl.connector().response(to: request)

      #expect(response.data == part)
      #expect(server.requests[0].headers["Accept-Encoding"] == "identity")
    }

    @Test func `a compressed body of unreasonable growth is an error, in memory and in a file`() async throws {
      let folder = try TemporaryFolder()
      let server = try LoopbackServer()
      server.on(.get, "/", .data(ContentSample.bomb).header("Content-Encoding", "br"))
      let connector = try TestedEngine.libcurl.connector()
      var download = try Request(server.url())
      download.destination = .file(folder.file("bomb"))

      #expect(try await connector.urlError(of: Request(server.url())) == .dataLengthExceedsMaximum)
      #expect(await connector.urlError(of: download) == .dataLengthExceedsMaximum)
      #expect(folder.names.isEmpty)
    }

    @Test func `a limit counts what a compressed body grows to`() async throws {
      let server = try LoopbackServer()
      let sample = ContentSample.all[0]
      server.on(.get, "/", .data(sample.bytes).header("Content-Encoding", sample.encoding))
      let connector = try TestedEngine.libcurl.connector()

      connector.maximumResponseSize = ContentSample.content.count
      let response = try await connector.response(to: Request(server.url()))
      connector.maximumResponseSize = ContentSample.content.count - 1
      let error = try await connector.urlError(of: Request(server.url()))

      #expect(response.data == ContentSample.content)
      #expect(error == .dataLengthExceedsMaximum)
    }

    @Test func `a body in memory has a limit by default, and one in a file has none`() throws {
      let request = { (destination: DownloadDestination?) throws in
        var request = try Request("http://127.0.0.1/")
        request.destination = destination
        return try WireRequest(request, TransferSettings())
      }

      #expect(try ReceivedBody.limit(of: request(nil)) == 512 << 20)
      #expect(try ReceivedBody.limit(of: request(.file(URL(filePath: "/tmp/file")))) == nil)
    }
  }
#endif
