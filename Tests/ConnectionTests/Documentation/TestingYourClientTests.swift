import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Testing your client*, run.
@Suite(.timeLimit(.minutes(1)))
struct TestingYourClientTests {
  struct Found: Decodable, Sendable {
    let title: String
  }

  struct Search: ConnectionSpec {
    typealias ResponseModel = [Found]
    let words: String
    let url = "https://api.example.com/search"
    var urlQuery: URLQuery? { ["q": words] }
  }

  struct GetText: ConnectionSpec {
    typealias ResponseModel = String
    let url: String
  }

  @Test func `a search is a query`() throws {
    let request = try Search(words: "tea & cake").request()

    #expect(request.url.absoluteString == "https://api.example.com/search?q=tea%20%26%20cake")
  }

  @Test func `a result has a title`() throws {
    let response = Response(data: Data(#"[{"title": "Tea"}]"#.utf8))

    let results = try Search(words: "tea").parseResponse(response: response)

    #expect(results.map(\.title) == ["Tea"])
  }

  @Test func `a stub answers by a closure`() async throws {
    let tokens = BearerTokens(BearerToken(access: "a1")) { $0 }

    let stub = StubConnector { request in
      guard request.headers["Authorization"] == "Bearer a1" else { return Response(statusCode: 401) }
      return Response(data: Data(#"[{"title": "Tea"}]"#.utf8))
    }
    let api = Client(baseURL: "https://api.example.com") {
      $0.httpConnector = { stub }
      $0.use(.bearer(tokens))
    }

    let results = try await api.send(Search(words: "tea"))

    #expect(results.count == 1)
    #expect(stub.requests.map(\.url.path) == ["/search"])
  }

  @Test func `a connection over a stub is synchronous`() {
    let connection = Connection(Search(words: "tea"))
    connection.httpConnector = StubConnector(Response(data: Data(#"[{"title": "Tea"}]"#.utf8)))
    connection.callbackInMainThread = false

    let promise = connection.start()

    #expect(promise.settled?.value?.count == 1)
  }

  @Test func `an immediate clock records the waits`() async throws {
    let clock = TestClock.immediate()
    let policy = RetryPolicy(backoff: .linear(by: .seconds(1)))
    let connection = Connection(Search(words: "tea")).use(.retry(policy, clock: clock))
    connection.httpConnector = StubConnector(sequence: [
      .failure(URLError(.timedOut)), .success(Response(statusCode: 503)), .success(Response(data: Data("[]".utf8))),
    ])

    _ = try await connection.start().value

    #expect(clock.waits == [.seconds(1), .seconds(2)])
  }

  @Test func `a clock that is moved reaches a time limit`() async throws {
    let clock = TestClock()
    let connection = Connection(Search(words: "tea")).use(.timeout(total: .seconds(60), clock: clock))
    connection.httpConnector = StubConnector.neverAnswering
    let promise = connection.start()

    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))

    #expect(await promise.outcome.errorInfo?.error?.isTimeout == true)
  }

  @Test func `a server replies in turn, and misbehaves`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/search", .status(503), .fault(.truncatedBody), .json(#"[{"title": "Tea"}]"#))
    let api = Client(baseURL: server.url("")) { $0.use(.retry(clock: TestClock.immediate())) }

    let json = try await api.http("/search").fetchJSON().value

    #expect(json[0].title.stringValue == "Tea")
    #expect(server.requestCount == 3)
    #expect(Reply.Fault.allCases.count == 15)
  }

  @Test func `a gate holds a reply`() async throws {
    let server = try LoopbackServer()

    let gate = Gate()
    server.on(.get, "/slow", .text("late").held(at: gate))
    let promise = HTTP(server.url("/slow")).fetchString()
    _ = try await server.waitForRequests(1)  // it is in flight now

    promise.cancel()

    #expect(await promise.outcome.errorInfo?.isCancelled == true)
  }

  @Test func `what was recorded is replayed`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/zen", .text("Keep it simple."))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }

    let recorder = HTTPArchiveRecorder()
    _ = try await Connection(GetText(url: server.url("/zen"))).use(.record(into: recorder)).start().value
    try recorder.archive.write(to: file)

    let offline = Connection(GetText(url: server.url("/zen")))
    offline.httpConnector = ReplayConnector(try HTTPArchive(contentsOf: file))
    #expect(try await offline.start().value == "Keep it simple.")
  }

  @Test func `a token refresh is replayed, too`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/secret") { $0.headers["Authorization"] == "Bearer a2" ? .text("Keep it simple.") : .status(401) }
    server.on(.post, "/token", .json(#"{"access_token": "a2"}"#))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }

    func zen(over connector: any HTTPConnector) async throws -> String {
      let auth = Client(baseURL: server.url("")) { $0.httpConnector = { connector } }
      let tokens = BearerTokens(BearerToken(access: "a1")) { old in
        try await auth.http("/token").httpMethod(.post).fetch(BearerToken.self).value
      }
      return try await auth.with { $0.use(.bearer(tokens)) }.http("/secret").fetchString().value
    }

    let recording = RecordingConnector()
    _ = try await zen(over: recording)
    try recording.archive.write(to: file)

    let replayed = try await zen(over: ReplayConnector(try HTTPArchive(contentsOf: file)))
    #expect(replayed == "Keep it simple.")
  }

  @Test func `bodies are compared as JSON`() async throws {
    let stub = StubConnector(Response(statusCode: 201))
    let users = Client(baseURL: "https://api.example.com") { $0.httpConnector = { stub } }

    let post = users.http("/users").httpMethod(.post).body(json: ["tags": ["poet"], "name": "Ada"])
    _ = try await post.fetchResponse().value

    #expect(stub.requests[0].jsonDifferences(from: ["name": "Ada", "tags": ["poet"]]).isEmpty)
  }
}
