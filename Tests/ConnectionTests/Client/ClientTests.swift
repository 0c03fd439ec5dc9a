import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
  private let connector = StubConnector(Response(data: Data(#"{"first_name": "Ada"}"#.utf8)))

  private struct User: Decodable, Equatable { let firstName: String }

  private struct GetUser: ConnectionSpec {
    typealias ResponseModel = User
    var url = "/users/7"
    var headers: [String: String] = [:]
    var omitsCredentials = false
  }

  private func client(
    _ baseURL: String? = "https://api.test/v2",
    _ configure: @escaping (inout ConnectionOptions) -> Void = { _ in }
  ) -> Client {
    Client(baseURL: baseURL) {
      $0.httpConnector = { [connector] in connector }
      $0.callbackInMainThread = false
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      configure(&$0)
    }
  }

  private var sent: [String] { connector.requests.map(\.url.absoluteString) }

  @Test func `a spec is sent to the base, and its model decoded by the options`() async throws {
    let user = try await client().send(GetUser())

    #expect(user == User(firstName: "Ada"))
    #expect(sent == ["https://api.test/v2/users/7"])
  }

  @Test(arguments: [
    ("/users", "https://api.test/v2/users"), ("users", "https://api.test/v2/users"), ("", "https://api.test/v2"),
    ("?a=b", "https://api.test/v2?a=b"), ("//evil.test/x", "https://api.test/v2//evil.test/x"),
    ("http://other.test/x", "http://other.test/x"), ("HTTPS://other.test/x", "https://other.test/x"),
    ("a:b", "https://api.test/v2/a:b"), ("/x?u=http://h.test", "https://api.test/v2/x?u=http://h.test"),
  ])
  func `a relative URL is appended to the base, and one with a scheme is not`(url: String, whole: String) async throws {
    _ = try await client().http(url).asData().value

    #expect(sent.map { $0.lowercased() } == [whole])
  }

  @Test(arguments: ["not a url", "", "ftp://h.test"])
  func `a base that cannot be used fails the call`(base: String) async {
    let outcome = await client(base).connection(GetUser()).start().outcome

    #expect(outcome.errorInfo?.error?.type == .invalidURL)
    #expect(sent == [])
  }

  @Test func `the headers of a spec replace those of the client`() async throws {
    let client = client { $0.headers = ["Accept": "application/json", "X-App": "1"] }

    _ = try await client.send(GetUser(headers: ["accept": "text/plain"]))

    #expect(connector.requests[0].headers.values(for: "Accept") == ["text/plain"])
    #expect(connector.requests[0].headers["X-App"] == "1")
  }

  @Test func `clients do not affect each other, nor the shared configuration`() async throws {
    let first = client { $0.use(.headers(["X-App": "first"])) }
    let second = first.with { $0.headers["X-Child"] = "second" }
    let before = ConnectionConfig.shared.options.middleware.count

    _ = try await second.send(GetUser())
    _ = try await first.send(GetUser())

    #expect(connector.requests.map { $0.headers["X-App"] } == ["first", "first"])
    #expect(connector.requests.map { $0.headers["X-Child"] } == ["second", nil])
    #expect(ConnectionConfig.shared.options.middleware.count == before)
  }

  @Test func `targets and small calls go through the client's options`() async throws {
    let client = client { $0.use(.headers(["X-App": "1"])) }

    let user: User = try await client.request(Anything(url: "https://api.test")).value
    let small = try await client.http("/me").asDecodable(User.self).value

    #expect([user, small] == [User(firstName: "Ada"), User(firstName: "Ada")])
    #expect(connector.requests.map { $0.headers["X-App"] } == ["1", "1"])
  }

  @Test func `its calls can be counted, listed and cancelled`() async throws {
    let held = BasicConnector()
    let client = client { $0.httpConnector = { held } }
    let other = client.with { _ in }
    let promises = [client.connection(GetUser()).start(), client.connection(GetUser()).start()]
    let elsewhere = other.connection(GetUser()).start()

    #expect(client.count == 2)
    #expect(client.connections.count == 2)
    client.cancelAll()
    for promise in promises { #expect(await promise.outcome.errorInfo?.isCancelled == true) }
    #expect(other.count == 1)
    other.cancelAll()
    _ = await elsewhere.outcome
  }

  @Test func `a spec's own decoder comes before the client's`() async throws {
    struct Plain: ConnectionSpec {
      struct ResponseModel: Decodable { let first_name: String }
      let url = "/"
      var decoder: DecodingOptions? { DecodingOptions() }
    }

    #expect(try await client().send(Plain()).first_name == "Ada")
  }

  @Test func `a decoder can be made by a closure`() async throws {
    let client = client {
      $0.decoder = .custom {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
      }
    }

    #expect(try await client.send(GetUser()) == User(firstName: "Ada"))
  }

  // MARK: - Credentials

  private var tokens: BearerTokens { BearerTokens(BearerToken(access: "a1")) { $0 } }

  @Test(arguments: [
    ("/x", "Bearer a1"), ("https://api.test:443/y", "Bearer a1"), ("http://api.test/x", nil),
    ("https://evil.test/x", nil), ("https://api.test.evil.test/", nil),
  ])
  func `a credential goes to the origin of the base alone`(url: String, authorization: String?) async throws {
    let client = client { [tokens] in $0.use(.bearer(tokens)) }

    _ = try await client.http(url).asData().value

    #expect(connector.requests[0].headers["Authorization"] == authorization)
  }

  @Test func `a user name and password follow the same rule, and go to their named servers`() async throws {
    let client = client { $0.use(.basic(user: "ada", password: "1")) }
    let naming = self.client { $0.use(.basic(user: "ada", password: "1", for: ["https://other.test"])) }

    for url in ["/x", "https://other.test/"] {
      _ = try await client.http(url).asData().value
      _ = try await naming.http(url).asData().value
    }

    let isAuthorized = connector.requests.map { $0.headers.contains("Authorization") }
    #expect(isAuthorized == [true, false, false, true])
  }

  @Test func `shared options without a base URL fail the calls of a credential that names no server`() async throws {
    let unnamed = Client { [connector, tokens] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.middleware = [.bearer(tokens)]
    }
    let named = unnamed.with { [tokens] in $0.use(.bearer(tokens, for: ["https://api.test"])) }
    let anywhere = unnamed.with { [tokens] in $0.use(.bearer(tokens, for: .anyOrigin)) }

    let error = await unnamed.http("https://api.test/").asData().outcome.errorInfo?.error
    for client in [named, anywhere] {
      for url in ["https://api.test/", "https://other.test/"] { _ = try await client.http(url).asData().value }
    }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is MissingOrigin)
    #expect(connector.requests.map { $0.headers.contains("Authorization") } == [true, false, true, true])
  }

  @Test func `a connection's own credential goes to the server that its request names`() async throws {
    for url in ["https://a.test/", "https://b.test/"] {
      let http = HTTP(url).httpConnector(connector).callbackInMainThread(false).use(.bearer(tokens))
      _ = try await http.asData().value
    }

    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer a1", "Bearer a1"])
  }

  @Test func `a client's credential stays with its base URL, in a derived client too`() async throws {
    let parent = client { [tokens] in $0.use(.bearer(tokens)) }
    let child = parent.with { $0.baseURL = "https://other.test" }

    _ = try await child.http("/x").asData().value
    _ = try await parent.http("https://other.test/").use(.basic(user: "ada", password: "1")).asData().value

    #expect(connector.requests.map { $0.headers["Authorization"] } == [nil, nil])
  }

  @Test func `a derived client sees what it inherits, and replaces it slot by slot`() {
    let parent = client { $0.use(.retry(RetryPolicy(limit: 2)), .headers(["A": "b"])) }

    let child = parent.with {
      #expect($0.middleware.map(\.name) == ["retry(2)", "headers"])
      $0.use(.retry(RetryPolicy(limit: 5)))
    }
    let emptied = parent.with { $0.middleware = [] }

    #expect(child.options.middleware.map(\.name) == ["headers", "retry(5)"])
    #expect(emptied.options.middleware.isEmpty)
  }

  @Test func `the target's base names the origin`() async throws {
    let provider = Provider<Anything>(middleware: [.bearer(tokens)], httpConnector: connector)

    _ = try await provider.request(Anything(url: "https://a.test")).value

    #expect(connector.requests[0].headers["Authorization"] == "Bearer a1")
  }

  @Test func `the target's base names the origin for options without a base, too`() async throws {
    let client = Client { [connector, tokens] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.use(.bearer(tokens))
    }

    _ = try await client.request(Anything(url: "https://a.test")).value
    _ = try await client.request(Anything(url: "https://b.test")).value

    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer a1", "Bearer a1"])
  }

  @Test func `a request can go without a credential`() async throws {
    let client = client { [tokens] in $0.use(.bearer(tokens)) }

    _ = try await client.send(GetUser(omitsCredentials: true))

    #expect(connector.requests[0].headers["Authorization"] == nil)
  }

  // MARK: - Slots

  @Test func `what a connection uses replaces what its options have in the same slot`() {
    let client = client {
      $0.use(.retry(RetryPolicy(limit: 2)), .timeout(attempt: .seconds(1), total: .seconds(5)), .headers(["A": "b"]))
    }
    let connection = client.connection(GetUser())
      .use(.retry(RetryPolicy(limit: 4)), .timeout(total: .seconds(9)), .headers(["C": "d"]))

    #expect(
      "\(connection)".contains(
        "headers { headers { totalTimeout(9s) { retry(4) { timeout(1s) { send } } } } }"
      )
    )
  }

  @Test func `a child's middleware replaces its parent's in the same slot`() {
    let parent = client { $0.use(.retry(RetryPolicy(limit: 2))) }
    let child = parent.with { $0.use(.retry(RetryPolicy(limit: 1))) }

    #expect("\(child.connection(GetUser()))".contains("retry(1) { send }"))
    #expect("\(parent.connection(GetUser()))".contains("retry(2) { send }"))
  }
}

private struct Anything: TargetType {
  let baseURL: URL

  init(url: String) { baseURL = URL(string: url) ?? URL(filePath: "/") }
}
