#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// The behaviors that the Swift Networking Workgroup expects of every HTTP client, over our server and libcurl.
  ///
  /// Each rule is named after its case in `ConformanceTestCase` of apple/swift-http-api-proposal, so that the two lists
  /// can be compared. The code and the data are ours.
  @Suite(.timeLimit(.minutes(1)))
  struct ConformanceTests {
    @Test(arguments: ConformanceRule.all)
    func `a client conforms`(rule: ConformanceRule) async throws {
      let scene = try ConformanceScene()

      try await rule.check(scene)
    }

    @Test func `every behavior of the workgroup's suite has a rule, and only one`() {
      let names = ConformanceRule.all.map(\.name)

      #expect(names.sorted() == ConformanceRule.workgroup.sorted())
      #expect(names.count == 39)
    }
  }

  /// A behavior of an HTTP client.
  struct ConformanceRule: Sendable, CustomTestStringConvertible {
    /// The name of the case in the workgroup's suite.
    let name: String
    let sentence: String
    let check: @Sendable (ConformanceScene) async throws -> Void

    init(
      _ name: String,
      _ sentence: String,
      check: @escaping @Sendable (ConformanceScene) async throws -> Void
    ) {
      (self.name, self.sentence, self.check) = (name, sentence, check)
    }

    var testDescription: String { "\(name): \(sentence)" }

    static let all = framing + requests + responses + streams + duplex

    /// The names of the workgroup's cases, in its order.
    static let workgroup = """
      testNotHTTP testBadHTTPCase testNoReason test204WithContentLength test304WithContentLength testIncompleteBody
      testNoLengthHint testConflictingContentLength testOk testEchoString testGzip testDeflate testBrotli testIdentity
      testCustomHeader testBasicRedirect testNotFound testStatusOutOfRangeButValid testStressTest testGetConvenience
      testPostConvenience testCancelPreHeaders testCancelPreBody testEcho1MBBody testUnderRead testDripRead
      testClientSendsEmptyHeaderValue testInfiniteRedirect testHeadWithContentLength testServerSendsMultiValueHeader
      testClientSendsMultiValueHeader testBasicCookieSetAndUse testEchoInterleave testSpeakInterleave
      testEmptyChunkedBody testURLParams testETag testTrailerRead testTrailerWrite
      """
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// A server and a connector for one rule.
  struct ConformanceScene: Sendable {
    let server: LoopbackServer
    let connector: DefaultHTTPConnector

    init() throws {
      server = try LoopbackServer()
      connector = try TestedEngine.libcurl.connector()
    }

    /// Answers with a response that a server wrote by hand, and leaves the connection open.
    func answer(_ text: String, _ end: Reply.Part...) -> Self {
      server.on(.get, "/", .raw([.text(text)] + end))
      return self
    }

    func request(
      _ path: String = "/",
      _ method: HTTPMethod = .get,
      headers: HTTPHeaders = [:],
      body: RequestBody? = nil
    ) throws -> Request {
      var request = try Request(server.url(path), httpMethod: method, headers: headers)
      request.body = body
      return request
    }

    func response(_ path: String = "/", _ method: HTTPMethod = .get) async throws -> Response {
      try await connector.response(to: request(path, method))
    }

    /// The error of a `GET`; `nil` if there is none.
    func error() async throws -> URLError.Code? { await connector.urlError(of: try request()) }

    func stream(_ request: Request) async throws -> ResponseStream {
      var request = request
      request.delivery = .stream
      return try #require(try await Stage.sending(over: connector)(request).stream)
    }
  }
#endif
