@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the README, run.
@Suite(.timeLimit(.minutes(1)))
struct ReadmeTests {
  enum GitHub: TargetType {
    case zen
    case user(id: String)

    var baseURL: URL { api }
    var path: String {
      switch self {
      case .zen: "/zen"
      case .user(let id): "/users/\(segment: id)"
      }
    }
  }

  @Test func `the first snippet fetches a user`() async throws {
    struct GetUser: ConnectionSpec {
      typealias ResponseModel = User  // any Decodable; or String, Data, Response, Void
      let id: Int
      var url: String { "\(api)/users/\(id)" }
    }

    let user = try await Connection(GetUser(id: 7)).start().value

    #expect(user.name == "Ada")
  }

  @Test func `a failure says where, why and with which response`() async {
    let description = Locked("")
    @Sendable func print(_ text: String) { description.withLock { $0 = text } }
    let ended = Gate()

    Connection(GetUser(id: 8)).start()
      .success { user in print(user.name) }
      .failure { error, isCancelled in print(error?.description ?? "") }
      // invalidResponse: GET http://…/users/8 → 404 (0 bytes): refused by validate: status 404
      .then { _, _ in ended.open() }
    try? await ended.wait()

    let text = description.withLock { $0 }
    #expect(text.hasPrefix("invalidResponse: GET http://"))
    #expect(text.hasSuffix("/users/8 → 404 (0 bytes): refused by validate: status 404"))
  }

  @Test func `a connection prints its pipeline`() {
    var printed = ""
    func print(_ connection: Connection<User>) { printed = connection.description }
    let tokens = BearerTokens(BearerToken(access: "a")) { $0 }

    let connection = Connection(GetUser(id: 7)).use(
      .retry(),
      .timeout(attempt: .seconds(10), total: .seconds(60)),
      .bearer(tokens),
      .circuitBreaker(),
      .concurrencyLimit(4)
    )
    print(connection)
    // makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { circuitBreaker { concurrencyLimit(4) { timeout(10s) { send } } } } } } → onReceived → …

    #expect(
      printed.hasPrefix(
        """
        makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { circuitBreaker { concurrencyLimit(4) { timeout(10s) { send } } } } } } \
        → onReceived
        """
      )
    )
  }

  @Test func `a client holds what its calls share`() async throws {
    let loopback = try LoopbackServer()
    loopback.on(.get, "/zen") { request in .text(request.headers["Authorization"] ?? "") }
    let (server, password) = (loopback.url(""), "1")
    let tokens = BearerTokens(BearerToken(access: "a")) { $0 }

    let shop = Client(baseURL: server) {
      $0.headers["Accept-Language"] = "en"
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.use(.retry(), .bearer(tokens))
    }
    let text = try await shop.http("/zen").fetchString().value
    let admin = shop.with { $0.use(.basic(user: "admin", password: password)) }

    #expect(text == "Bearer a")
    #expect(try await admin.http("/zen").fetchString().value.hasPrefix("Basic "))
  }

  @Test func `a target's model is inferred from the closure`() async throws {
    let printed = Locked("")
    @Sendable func print(_ text: String) { printed.withLock { $0 = text } }

    let github = Provider<GitHub>()
    github.request(.user(id: "7"))
      .success { (user: User) in print(user.name) }
      .failure { error, isCancelled in print(error?.userMessage ?? "cancelled") }

    let user: User = try await github.request(.user(id: "7")).value
    while printed.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(printed.withLock { $0 } == user.name)
  }

  @Test @MainActor func `closures of screens run on the main actor`() async throws {
    let label = Label()

    let connection = Connection(GetUser(id: 7), on: MainActor.self) { user in label.text = user.name }
    connection.addOnError(on: MainActor.self) { error, _, _ in label.text = error.userMessage }
    connection.start()

    try await label.changed.wait()
    #expect(label.text == "Ada")
  }

  @Test func `over a stub a connection is synchronous`() {
    let connection = Connection(GetUser(id: 7))
    connection.httpConnector = StubConnector(Response(data: Data(#"{"name": "Ada"}"#.utf8)))
    connection.callbackInMainThread = false

    let promise = connection.start()  // settled already

    #expect(promise.settled?.value?.name == "Ada")
  }

  @Test func `a spec makes its request by itself`() throws {
    let request = try GetUser(id: 7).request()

    #expect(request.url.path == "/users/7")
  }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "\(api)/users/\(id)" }
}

/// A server that only answers, and so can serve every test.
private let server: LoopbackServer? = {
  let server = try? LoopbackServer()
  server?.on(.get, "/users/7", .json(#"{"name": "Ada"}"#))
  return server
}()

private var api: URL { server?.baseURL ?? URL(filePath: "/") }

@MainActor
private final class Label {
  var text = "" {
    didSet { changed.open() }
  }
  let changed = Gate()
}
