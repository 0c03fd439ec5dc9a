@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RedirectingTests {
  /// What a request with a body becomes, by its method and the status (RFC 9110 §15.4).
  struct Rule: Sendable {
    let status: Int
    let method: HTTPMethod
    let becomes: HTTPMethod
    let keepsBody: Bool

    static let all: [Rule] =
      [301, 302].flatMap { status in
        [
          Rule(status: status, method: .post, becomes: .get, keepsBody: false),
          Rule(status: status, method: .put, becomes: .put, keepsBody: true),
          Rule(status: status, method: .patch, becomes: .patch, keepsBody: true),
          Rule(status: status, method: .delete, becomes: .delete, keepsBody: true),
        ]
      }
      + [HTTPMethod.post, .put, .patch, .delete, .query].flatMap { method in
        [
          Rule(status: 303, method: method, becomes: .get, keepsBody: false),
          Rule(status: 307, method: method, becomes: method, keepsBody: true),
          Rule(status: 308, method: method, becomes: method, keepsBody: true),
        ]
      }
  }

  @Test(arguments: TestedEngine.allCases, Rule.all)
  func `decides what becomes of method and body`(engine: TestedEngine, rule: Rule) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/", .redirect(to: "/there", status: rule.status)).on(nil, "/there", .text("there"))
    var request = try Request(server.url(), httpMethod: rule.method)
    request.body = RequestBody(Data("body".utf8), contentType: "text/plain")

    let response = try await engine.connector().response(to: request)

    let last = try #require(server.requests.last)
    #expect(try response.text() == "there")
    #expect(response.url?.absoluteString == server.url("/there"))
    #expect(response.request == request)
    #expect(last.method == rule.becomes)
    #expect(last.text == (rule.keepsBody ? "body" : ""))
    #expect(last.headers.contains("Content-Type") == rule.keepsBody)
  }

  @Test(arguments: TestedEngine.allCases, [301, 302, 303, 307, 308])
  func `keeps HEAD a HEAD`(engine: TestedEngine, status: Int) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/", .redirect(to: "/there", status: status)).on(.get, "/there", .text("there"))

    let response = try await engine.connector().response(to: Request(server.url(), httpMethod: .head))

    #expect(response.statusCode == 200)
    #expect(server.requests.map(\.method) == [.head, .head])
  }

  @Test(arguments: TestedEngine.allCases)
  func `takes only harmless and named headers to another origin`(engine: TestedEngine) async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.on(.get, "/", .redirect(to: other.url("/there")))
    other.on(.get, "/there", .text("there"))
    let headers: HTTPHeaders = [
      "Authorization": "Bearer 1", "Cookie": "a=1", "X-User-Auth": "1", "DPoP": "1", "X-Odd": "1",
      "Accept": "text/plain", "Accept-Language": "de", "User-Agent": "Ada", "X-Page": "2",
    ]
    let connector = try engine.connector()
    connector.crossOriginHeaders = ["x-page"]

    _ = try await connector.response(to: Request(server.url(), headers: headers))

    let last = try #require(other.requests.last)
    for name in ["Authorization", "Cookie", "X-User-Auth", "DPoP", "X-Odd"] {
      #expect(!last.headers.contains(name), "\(name)")
    }
    for name in ["Accept", "Accept-Language", "User-Agent", "X-Page"] {
      #expect(last.headers[name] == headers[name], "\(name)")
    }
    #expect(last.headers["Host"] == "127.0.0.1:\(other.port)")
  }

  @Test(arguments: TestedEngine.allCases)
  func `takes credentials along on the way within an origin`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/there", .text("there"))
    let request = try Request(
      "http://ada:pass@127.0.0.1:\(server.port)/",
      headers: ["Cookie": "a=1", "X-Api-Key": "1"]
    )

    _ = try await engine.connector().response(to: request)

    let last = try #require(server.requests.last)
    #expect(last.headers["Authorization"]?.hasPrefix("Basic ") == true)
    #expect(last.headers["Cookie"] == "a=1")
    #expect(last.headers["X-Api-Key"] == "1")
  }

  @Test(arguments: TestedEngine.allCases)
  func `follows twenty redirects, and not one more`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/:left") { .redirect(to: "/\((Int($0.parameters["left"] ?? "") ?? 1) - 1)") }
    server.on(.get, "/0", .text("arrived"))
    server.on(.get, "/loop", .redirect(to: "/loop"))
    let connector = try engine.connector()

    let response = try await connector.response(to: Request(server.url("/20")))
    let tooMany = await connector.urlError(of: try Request(server.url("/21")))
    let loop = await connector.urlError(of: try Request(server.url("/loop")))

    #expect(try response.text() == "arrived")
    #expect(tooMany == .httpTooManyRedirects)
    #expect(loop == .httpTooManyRedirects)
  }

  @Test(arguments: TestedEngine.allCases)
  func `takes the redirect as the response where it is told not to follow`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("moved", status: 302).header("Location", "/there"))
    let connector = try engine.connector()
    connector.isRedirectEnabled = false

    let response = try await connector.response(to: Request(server.url()))

    #expect(response.statusCode == 302)
    #expect(response.headers["Location"] == "/there")
    #expect(response.url?.absoluteString == server.url())
    #expect(server.requestCount == 1)
  }

  @Test(
    arguments: TestedEngine.robust,
    ["", "http://", "http://a b/", "//", "/%zz", "http://127.0.0.1:99999/", "http:x"]
  )
  func `takes the redirect as the response where its Location is malformed`(
    engine: TestedEngine,
    location: String
  ) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(302).header("Location", location)).on(.get, "/none", .status(302))
    let connector = try engine.connector()

    let response = try await connector.response(to: Request(server.url()))
    let none = try await connector.response(to: Request(server.url("/none")))

    #expect(response.statusCode == 302)
    #expect(none.statusCode == 302)
  }

  @Test(arguments: TestedEngine.robust, [300, 304, 305, 306, 200, 201])
  func `does not follow a Location of another status`(engine: TestedEngine, status: Int) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .status(status).header("Location", "/there"))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.statusCode == status)
    #expect(server.requestCount == 1)
  }

  @Test(arguments: TestedEngine.robust, ["ftp://127.0.0.1/", "file:///etc/passwd", "javascript:1"])
  func `does not follow to what is not HTTP`(engine: TestedEngine, location: String) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: location))

    let error = try await engine.connector().urlError(of: Request(server.url()))

    #expect(error == .unsupportedURL)
  }

  @Test(arguments: TestedEngine.allCases)
  func `encodes what a Location should have encoded`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/*", .text("there"))
    server.on(.get, "/", .redirect(to: "/caf\u{E9} au lait?q=\u{65E5}"))

    _ = try await engine.connector().response(to: Request(server.url()))

    #expect(server.requests.last?.target == "/caf%C3%A9%20au%20lait?q=%E6%97%A5")
  }

  @Test(arguments: TestedEngine.allCases)
  func `inherits the fragment, unless the Location has one`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/own", .redirect(to: "/there#own"))
    server.on(.get, "/there", .text("there"))
    let connector = try engine.connector()

    let inherited = try await connector.response(to: Request(server.url("/#top")))
    let own = try await connector.response(to: Request(server.url("/own#top")))

    #expect(inherited.url?.absoluteString == server.url("/there#top"))
    #expect(own.url?.absoluteString == server.url("/there#own"))
  }

  @Test(arguments: TestedEngine.allCases)
  func `stops with a body that cannot be sent twice`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data("once".utf8))
    let server = try LoopbackServer()
    server.on(.post, "/", .redirect(to: "/there", status: 307))
    var request = try Request(server.url(), httpMethod: .post)
    request.body = RequestBody(file: file.url, isReplayable: false)

    #expect(try await engine.connector().urlError(of: request) == .requestBodyStreamExhausted)
    #expect(server.requestCount == 1)
  }

  // MARK: - What no loopback server can show

  private func wire(
    _ url: String,
    _ method: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: String? = nil
  ) throws -> WireRequest {
    try WireRequest(Request(url, httpMethod: method, headers: headers, body: body), TransferSettings())
  }

  private func moved(to location: String, status: Int = 307) -> WireResponse {
    WireResponse(statusCode: status, headers: ["Location": location], data: Data())
  }

  @Test func `takes another scheme, host or port for another origin`() throws {
    let request = try wire("https://example.com/", headers: ["Authorization": "Bearer 1"])

    for location in ["http://example.com/", "https://www.example.com/", "https://example.com:8443/", "//example.org/"] {
      let next = try request.redirected(by: moved(to: location), after: 0)
      #expect(next?.headers.contains("Authorization") == false, "\(location)")
    }
    for location in ["https://EXAMPLE.com:443/there", "//example.com/there", "/there"] {
      let next = try request.redirected(by: moved(to: location), after: 0)
      #expect(next?.headers["Authorization"] == "Bearer 1", "\(location)")
    }
  }

  @Test(arguments: SecretNames.all + ["Origin", "Referer", "Host", "X-Odd", "Baggage", "Accept-Foo", "If"])
  func `leaves a header behind that is not known to be harmless`(name: String) throws {
    let request = try wire("https://example.com/", headers: [name: "1", "Accept": "*/*"])

    let within = try request.redirected(by: moved(to: "/there"), after: 0)
    let across = try request.redirected(by: moved(to: "https://example.org/"), after: 0)
    let back = try across?.redirected(by: moved(to: "https://example.com/"), after: 1)

    #expect(within?.headers.contains(name) == true)
    #expect(across?.headers == ["Accept": "*/*"])
    #expect(back?.headers == ["Accept": "*/*"])
  }

  @Test(arguments: [
    "accept", "Accept-Language", "Accept-Encoding", "User-Agent", "Content-Type", "Content-Language",
    "Content-Encoding", "Range",
    "If-Match",
    "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Cache-Control", "TraceParent",
    "tracestate",
  ])
  func `takes a harmless header along, unless a credential was put into it`(name: String) throws {
    var request = try wire("https://example.com/", headers: [name: "1"])

    let harmless = try request.redirected(by: moved(to: "https://example.org/"), after: 0)
    request.confidential = [name]
    let confidential = try request.redirected(by: moved(to: "https://example.org/"), after: 0)

    #expect(harmless?.headers == [name: "1"])
    #expect(confidential?.headers == [:])
  }

  @Test func `takes the headers along that the caller has named, except those of a credential and of the server`()
    throws
  {
    var request = try wire(
      "https://example.com/",
      headers: ["Cookie": "a=1", "X-Odd": "1", "Host": "h", "X-Page": "2"]
    )
    request.crossOriginHeaders = ["cookie", "X-Odd", "Host"]
    request.confidential = ["x-odd"]

    let next = try request.redirected(by: moved(to: "https://example.org/"), after: 0)

    #expect(next?.headers == ["Cookie": "a=1"])
  }

  @Test func `does not send a body in the clear that was meant to be safe`() throws {
    let request = try wire("https://example.com/", .post, body: "secret")

    let error = #expect(throws: URLError.self) {
      try request.redirected(by: moved(to: "http://example.com/"), after: 0)
    }
    let asGet = try request.redirected(by: moved(to: "http://example.com/", status: 303), after: 0)

    #expect(error?.code == .appTransportSecurityRequiresSecureConnection)
    #expect(asGet?.address.isSecure == false)
  }

  @Test func `takes the user of a Location for the new server`() throws {
    let request = try wire("https://ada:1@example.com/")

    let next = try request.redirected(by: moved(to: "https://bob:2@example.org/"), after: 0)

    #expect(next?.headers["Authorization"] == "Basic " + Data("bob:2".utf8).base64EncodedString())
    #expect(next?.address.text == "https://example.org/")
  }
}
