@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1)))
struct DefaultHTTPConnectorTests {
  @Test(arguments: TestedEngine.allCases)
  func `brings the status, the headers, the body, the address and the request`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/users/:id", .json(#"{"id": 1}"#, status: 418).header("X-Kind", "teapot"))
    let request = try Request(server.url("/users/1?full=yes#top"), headers: ["X-Asked": "1"])

    let response = try await engine.connector().response(to: request)

    #expect(response.statusCode == 418)
    #expect(response.headers["x-kind"] == "teapot")
    #expect(try response.text() == #"{"id": 1}"#)
    #expect(response.url == request.url)
    #expect(response.request == request)
    #expect(server.requests.map(\.target) == ["/users/1?full=yes"])
    #expect(server.requests.first?.headers["X-Asked"] == "1")
  }

  @Test(arguments: TestedEngine.allCases, [HTTPMethod.post, .put, .patch, .delete, .query, HTTPMethod("PURGE")])
  func `sends a body with its length and its type`(engine: TestedEngine, method: HTTPMethod) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/", .status(201))
    var request = try Request(server.url(), httpMethod: method)
    request.body = RequestBody(Data("{}".utf8), contentType: "application/json")

    let response = try await engine.connector().response(to: request)

    let received = try #require(server.requests.first)
    #expect(response.statusCode == 201)
    #expect(received.method == method)
    #expect(received.text == "{}")
    #expect(received.headers["Content-Length"] == "2")
    #expect(received.headers["Content-Type"] == "application/json")
  }

  @Test(arguments: TestedEngine.allCases)
  func `sends a long body whole`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { .text("\($0.body.count) \(Set($0.body) == [7])") }
    var request = try Request(server.url(), httpMethod: .post)
    request.body = RequestBody(Data(repeating: 7, count: 5_000_000))

    let response = try await engine.connector().response(to: request)

    #expect(try response.text() == "5000000 true")
  }

  @Test(arguments: TestedEngine.allCases)
  func `lets the header name the type of the body`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .status(200))
    var request = try Request(server.url(), httpMethod: .post, headers: ["content-type": "text/csv"])
    request.body = RequestBody(Data("a,b".utf8), contentType: "text/plain")

    _ = try await engine.connector().response(to: request)

    #expect(server.requests.first?.headers.values(for: "Content-Type") == ["text/csv"])
  }

  @Test(arguments: TestedEngine.allCases, [HTTPMethod.post, .put, .patch])
  func `says that a method about a body has none`(engine: TestedEngine, method: HTTPMethod) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/", .status(200))

    _ = try await engine.connector().response(to: Request(server.url(), httpMethod: method))

    #expect(server.requests.first?.headers["Content-Length"] == "0")
  }

  @Test(arguments: TestedEngine.allCases)
  func `does not let headers frame the message`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { .text($0.text) }
    let headers: HTTPHeaders = ["Content-Length": "100", "Transfer-Encoding": "chunked"]

    let response = try await engine.connector().response(
      to: Request(server.url(), httpMethod: .post, headers: headers, body: "abc")
    )

    #expect(try response.text() == "abc")
    #expect(server.requests.first?.headers["Content-Length"] == "3")
    #expect(server.requests.first?.headers.contains("Transfer-Encoding") == false)
  }

  @Test(arguments: TestedEngine.allCases)
  func `takes the response to HEAD without waiting for a body`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("a body"))

    let response = try await engine.connector().response(to: Request(server.url(), httpMethod: .head))

    #expect(response.statusCode == 200)
    #expect(response.headers["Content-Length"] == "6")
    #expect(response.data.isEmpty)
    #expect(server.requests.first?.method == .head)
  }

  @Test(arguments: TestedEngine.allCases, [204, 304])
  func `takes statuses that have no body`(engine: TestedEngine, status: Int) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(status))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.statusCode == status)
    #expect(response.data.isEmpty)
  }

  @Test(arguments: TestedEngine.allCases)
  func `takes a 401 as the response, with its body`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("who?", status: 401).header("WWW-Authenticate", "Basic realm=\"a\""))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.statusCode == 401)
    #expect(try response.text() == "who?")
  }

  @Test(arguments: TestedEngine.allCases)
  func `sends the user of the URL as basic authorization, and not in the URL`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(200))
    let url = "http://ada:p%40ss@127.0.0.1:\(server.port)/"

    let response = try await engine.connector().response(to: Request(url))

    let credentials = Data("ada:p@ss".utf8).base64EncodedString()
    #expect(server.requests.first?.headers["Authorization"] == "Basic \(credentials)")
    #expect(response.url?.absoluteString == server.url())
  }

  @Test(arguments: TestedEngine.allCases)
  func `lets the header name the authorization`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(200))
    let url = "http://ada:pass@127.0.0.1:\(server.port)/"

    _ = try await engine.connector().response(to: Request(url, headers: ["Authorization": "Bearer 1"]))

    #expect(server.requests.first?.headers.values(for: "Authorization") == ["Bearer 1"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `names the program and the library, unless the header says otherwise`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(200))
    let connector = try engine.connector()

    _ = try await connector.response(to: Request(server.url()))
    _ = try await connector.response(to: Request(server.url(), headers: ["User-Agent": "Other/1"]))

    #expect(server.requests.map { $0.headers.values(for: "User-Agent") } == [[UserAgent.default], ["Other/1"]])
  }

  @Test(arguments: [
    ("App", "1.2", "App/1.2 AbstractHTTP/"), ("My App (beta)", nil, "My-App--beta- AbstractHTTP/"),
    ("アプリ", "1\r\nX: y", "AbstractHTTP/"), ("A", "1\r\nX: y", "A/1--X--y AbstractHTTP/"),
  ])
  func `a program's name is one product in the header`(name: String, version: String?, start: String) {
    let text = UserAgent.text(app: name, version: version)

    #expect(text.hasPrefix(start))
    #expect(HTTPToken.isFieldValue(text))
  }

  @Test(arguments: TestedEngine.allCases)
  func `sends the language, unless a header of the request says it, or it's switched off`(
    engine: TestedEngine
  ) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(200))
    let connector = try engine.connector()

    connector.acceptLanguage = "de-AT, en;q=0.9"
    _ = try await connector.response(to: Request(server.url()))
    _ = try await connector.response(to: Request(server.url(), headers: ["accept-language": "fr"]))
    connector.acceptLanguage = nil
    _ = try await connector.response(to: Request(server.url()))

    let sent = server.requests.map { $0.headers.values(for: "Accept-Language") }
    #expect(sent.prefix(2) == [["de-AT, en;q=0.9"], ["fr"]])
    // NB: URLSession has a language of its own.
    if engine != .urlSession { #expect(sent.last == []) }
  }

  @Test func `a language that can't be sent fails the exchange`() async throws {
    let connector = DefaultHTTPConnector()
    connector.acceptLanguage = "de\r\nX: y"

    await #expect(throws: InvalidRequest.headerValue(name: "Accept-Language")) {
      try await connector.response(to: Request(url: .of("http://127.0.0.1:1/")))
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `a request's timeout takes the place of the connector's`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    let connector = try engine.connector()
    connector.timeoutInterval = 600
    var request = try Request(server.url())
    request.timeoutInterval = 0.05

    #expect(await connector.urlError(of: request) == .timedOut)
  }

  @Test(arguments: [0, -1, Double.nan])
  func `a timeout of a request that can't be waited for is refused`(seconds: TimeInterval) async throws {
    var request = Request(url: .of("http://127.0.0.1:1/"))
    request.timeoutInterval = seconds

    await #expect(throws: TransferRefusal.self) { try await DefaultHTTPConnector().response(to: request) }
  }

  @Test(arguments: TestedEngine.allCases)
  func `asks for compression and decompresses`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let gzip = "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="
    let data = try #require(Data(base64Encoded: gzip))
    server.on(.get, "/", .data(data).header("Content-Encoding", "gzip"))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(try response.text() == "hello")
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test(arguments: TestedEngine.robust)
  func `uses a connection again`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("hello"))
    let request = try Request(server.url())

    for _ in 0..<10 { _ = try await engine.connector().response(to: request) }

    #expect(server.requestCount == 10)
    #expect(server.acceptedConnections < 5)
  }

  @Test(arguments: TestedEngine.allCases)
  func `exchanges many requests at once`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/:n") { .text($0.parameters["n"] ?? "") }
    let connector = try engine.connector()

    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<50 {
        let request = try Request(server.url("/\(number)"))
        group.addTask { (number, try await connector.response(to: request).text()) }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }

    #expect(answers == Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, "\($0)") }))
  }

  @Test(arguments: TestedEngine.allCases)
  @MainActor func `never answers on the main thread`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("hello"))
    let connector = try engine.connector()
    let refused = try engine.connector()
    refused.timeoutInterval = 0
    let request = try Request(server.url())

    let answeredOnMain = await withCheckedContinuation { continuation in
      _ = connector.start(request, progress: { _ in }) { _ in continuation.resume(returning: Thread.isMainThread) }
    }
    let failedOnMain = await withCheckedContinuation { continuation in
      _ = refused.start(request, progress: { _ in }) { _ in continuation.resume(returning: Thread.isMainThread) }
    }
    let cancelledOnMain = await withCheckedContinuation { continuation in
      connector.start(request, progress: { _ in }) { _ in continuation.resume(returning: Thread.isMainThread) }.cancel()
    }

    #expect(!answeredOnMain)
    #expect(!failedOnMain)
    #expect(!cancelledOnMain)
  }

  @Test(arguments: TestedEngine.allCases)
  func `executes, with a response or an error`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("hello"))
    let deadEnd = try UnreachableServer(.refusing)
    let connector = try engine.connector()
    let (good, bad) = (try Request(server.url()), try Request(deadEnd.url()))

    let (response, noError) = await withCheckedContinuation { continuation in
      connector.execute(request: good) { continuation.resume(returning: ($0, $1)) }
    }
    let (noResponse, error) = await withCheckedContinuation { continuation in
      connector.execute(request: bad) { continuation.resume(returning: ($0, $1)) }
    }

    #expect(try response?.text() == "hello" && noError == nil)
    #expect(noResponse == nil && (error as? URLError)?.code == .cannotConnectToHost)
  }

  @Test func `takes settings when an exchange starts`() async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .redirect(to: "/there").held(at: gate)).on(.get, "/there", .text("there"))
    let connector = try TestedEngine.robust[0].connector()
    let request = try Request(server.url())

    async let response = connector.response(to: request)
    try await server.waitForRequests(1)
    connector.isRedirectEnabled = false
    gate.open()

    #expect(try await response.text() == "there")
  }

  @Test func `starts with the settings that it documents`() {
    let connector = DefaultHTTPConnector()

    #expect(connector.timeoutInterval == 15)
    #expect(connector.isRedirectEnabled)
    #expect(connector.isCookieEnabled)
    #expect(connector.cookieJar === CookieJar.shared)
    #expect(connector.cachePolicy == .useProtocolCachePolicy)
    #expect(connector.maximumResponseSize == nil)
  }
}
