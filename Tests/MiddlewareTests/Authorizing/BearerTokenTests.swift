import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct BearerTokenTests {
  private let connector = StubConnector {
    Response(statusCode: $0.headers["Authorization"] == "Bearer new" ? 200 : 401)
  }

  private func send(
    _ middleware: Middleware,
    to url: String = "https://api.test/",
    _ headers: HTTPHeaders = [:]
  ) async throws -> Response {
    let request = Request(url: try URL(http: url), headers: headers)
    return try await Stage.sending(over: connector).wrapped(in: [middleware])(request)
  }

  @Test func `a new token without a refresh token keeps the old one's`() async throws {
    let tokens = BearerTokens(BearerToken(access: "old", refresh: "r1")) { old in
      #expect(old.refresh == "r1")
      return BearerToken(access: "new")
    }

    let response = try await send(.bearer(tokens))

    #expect(response.statusCode == 200)
    #expect(tokens.credential == BearerToken(access: "new", refresh: "r1"))
  }

  @Test(arguments: [
    ("https://api.test/users", true), ("https://API.test:443/", true), ("http://api.test/", false),
    ("https://api.test:8443/", false), ("https://api.test.evil.test/", false), ("https://evil.test/", false),
    ("https://api.test@evil.test/", false),
  ])
  func `it goes to its own origins only`(url: String, isSent: Bool) async throws {
    let tokens = BearerTokens(BearerToken(access: "new"), for: ["https://api.test"]) { $0 }

    _ = try await send(.bearer(tokens), to: url)

    #expect(connector.requests.map { $0.headers["Authorization"] } == [isSent ? "Bearer new" : nil])
  }

  @Test func `an origin that can't be read fails the call`() async throws {
    let tokens = BearerTokens(BearerToken(access: "new"), for: ["api.test"]) { $0 }

    let error = await #expect(throws: ConnectionError.self) { try await send(.bearer(tokens)) }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? InvalidOrigin == InvalidOrigin(text: "api.test"))
    #expect(connector.requestCount == 0)
  }

  @Test func `a request with its own authorization is unchanged, and so is its rejection`() async throws {
    let tokens = BearerTokens(BearerToken(access: "new")) { _ in throw URLError(.unknown) }

    #expect(try await send(.bearer(tokens), ["Authorization": "Basic eA=="]).statusCode == 401)
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Basic eA=="])
  }

  @Test func `a redirect to another origin goes without it`() async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.on(.get, "/", .redirect(to: other.url("/")))
    other.on(.get, "/", .text("hello"))
    let tokens = BearerTokens(BearerToken(access: "secret")) { $0 }

    _ = try await HTTP(server.url("/")).callbackInMainThread(false).use(.bearer(tokens)).asString().value

    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer secret"])
    #expect(other.requests.map { $0.headers["Authorization"] } == [nil])
  }

  @Test(arguments: ["Door", "X-Api-Key"])
  func `a header of any name that holds a credential stays behind, too`(name: String) async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.on(.get, "/", .redirect(to: "/again")).on(.get, "/again", .redirect(to: other.url("/")))
    other.on(.get, "/", .text("hello"))
    let keys = CredentialStore("sesame", by: Doorkeeper(name: name))
    let http = HTTP(server.url("/")).headers(["Accept": "text/plain", "door": "closed"]).callbackInMainThread(false)

    _ = try await http.use(.authorize(keys)).asString().value

    #expect(server.requests.map { $0.headers[name] } == ["sesame", "sesame"])
    #expect(other.requests.map { $0.headers[name] } == [nil])
    #expect(other.requests.map { $0.headers["Accept"] } == ["text/plain"])
  }

  @Test func `it goes into a connection together with the others, each to its place`() {
    let tokens = BearerTokens(BearerToken(access: "new")) { $0 }
    let connection = Connection(requestSpec: Plain(url: "http://h.test/"), responseSpec: PlainText())

    connection.use(.retry(.default), .timeout(attempt: .seconds(10), total: .seconds(60)), .bearer(tokens))

    #expect("\(connection)".contains("totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } }"))
  }

  @Test func `it is read from the answer of a token endpoint`() throws {
    let json = Data(#"{"access_token": "a", "token_type": "Bearer", "refresh_token": "r", "expires_in": 3600}"#.utf8)

    let token = try JSONDecoder().decode(BearerToken.self, from: json)

    #expect([token.access, token.refresh] == ["a", "r"])
    #expect(token.expiresAt.map { (3_500...3_600).contains($0.timeIntervalSinceNow) } == true)
    #expect(try JSONDecoder().decode(BearerToken.self, from: Data(#"{"access_token": "a"}"#.utf8)).expiresAt == nil)
  }

  @Test func `printed, it tells nothing of itself`() {
    let token = BearerToken(access: "sesame", refresh: "open", expiresAt: Date(timeIntervalSince1970: 0))
    var dumped = ""
    dump(token, to: &dumped)

    for text in [
      "\(token)", String(reflecting: token), dumped, "\([token])", "\(RefreshFailed(reason: CancellationError()))",
    ] {
      #expect(!text.contains("sesame") && !text.contains("open"))
    }
    #expect("\(token)".hasPrefix("BearerToken(***, until 1970"))
  }

  @Test func `a user and a password go with every request, to their own origin`() async throws {
    let basic = Middleware.basic(user: "Aladdin", password: "open sesame", for: ["https://api.test"])

    _ = try await send(basic)
    _ = try await send(basic, to: "https://evil.test/")
    _ = try await send(basic, ["Authorization": "x"])

    let value = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    #expect(connector.requests.map { $0.headers["Authorization"] } == [value, nil, "x"])
  }

  @Test func `a user with a colon is an error, and nothing is sent`() async throws {
    let error = await #expect(throws: ConnectionError.self) { try await send(.basic(user: "a:b", password: "")) }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is InvalidUserName)
    #expect(connector.requestCount == 0)
  }
}

private struct Doorkeeper: Authenticator {
  let name: String

  func apply(_ key: String, to request: inout Request) { request.headers[name] = key }

  func refresh(_ key: String) async throws -> String { key }
}
