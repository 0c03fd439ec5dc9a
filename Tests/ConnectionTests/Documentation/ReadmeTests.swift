@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Observation
import Testing
@testable import TestSupport

/// The snippets of the README, run.
@Suite(.timeLimit(.minutes(1)))
struct ReadmeTests {
  struct Order: Decodable, Sendable {
    let orderId: Int
    let placedAt: Date
  }

  struct GetOrder: ConnectionSpec {
    typealias ResponseModel = Order
    let id: Int
    var url: String { "/orders/\(id)" }
  }

  struct PlaceOrder: ConnectionSpec {
    typealias ResponseModel = Order
    let items: [String]
    let url = "/orders"
    let httpMethod = HTTPMethod.post
    func content() throws -> RequestBody? { try .json(["items": items]) }
  }

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

  @Test func `every row of the comparison names suites or benchmarks that exist`() throws {
    let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let section = readme.components(separatedBy: "## How it compares")[1].components(separatedBy: "\n## ")[0]
    let names = section.matches(of: /`(\w+(?:Tests|Benchmarks))`/).map { String($0.1) }

    let sources = try Repository.tests()

    #expect(names.count > 10)
    for name in names where name.hasSuffix("Tests") { #expect(sources.contains("struct \(name)"), "no suite \(name)") }
    #expect(Set(names.filter { $0.hasSuffix("Benchmarks") }) == ["HTTPBenchmarks"])
  }

  @Test func `the first program reads a count of stars`() async throws {
    struct Repo: Decodable, Sendable {
      let fullName: String
      let stargazersCount: Int
    }
    struct GetRepo: ConnectionSpec {
      typealias ResponseModel = Repo  // any Decodable; or String, Data, JSON, Response, Void
      let name: String
      var url: String { "/repos/\(name)" }
    }
    let stub = StubConnector(Response(data: Data(#"{"full_name": "swiftlang/swift", "stargazers_count": 7}"#.utf8)))

    let github = Client(baseURL: "https://api.github.com") {
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.use(.retry(), .timeout(total: .seconds(30)))
    }
    .with { $0.httpConnector = { stub } }

    #expect(try await github.send(GetRepo(name: "swiftlang/swift")).stargazersCount == 7)
    #expect(stub.requests.map(\.url.absoluteString) == ["https://api.github.com/repos/swiftlang/swift"])
  }

  @Test func `a client reads snake case and dates`() async throws {
    let server = api.absoluteString

    let shop = Client(baseURL: server) {
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder.dateDecodingStrategy = .iso8601
    }
    // {"order_id": 7, "placed_at": "2026-03-01T09:30:00Z"}
    let order = try await shop.send(GetOrder(id: 7))

    #expect(order.orderId == 7)
    #expect(order.placedAt == Date(timeIntervalSince1970: 1_772_357_400))
    let placed = try await shop.send(PlaceOrder(items: ["tea"]))
    #expect(placed.orderId == 8)
    let error = await #expect(throws: ConnectionError.self) { try await shop.send(GetOrder(id: 9)) }
    let place = "Order.placedAt is required, and missing at $.placedAt (line 1, column 1)"
    #expect(error?.decodingFailure?.description == place)
  }

  @Test func `a failure has a sentence for the user and one for the log`() async throws {
    var (shown, logged) = (["shown"], ["logged"])
    func show(_ text: String) { shown.append(text) }
    func show(_ order: Order) { shown.append("\(order.orderId)") }
    func log(_ text: String) { logged.append(text) }
    let shop = Client(baseURL: api.absoluteString)

    do {
      show(try await shop.send(GetOrder(id: 8)))
    } catch let error as ConnectionError {
      switch error.type {
      case .cancelled: break
      case .invalidResponse where error.statusCode == 404: show("There is no such order.")
      default: show(error.userMessage)  // The connection failed. Check the network and try again.
      }
      log(error.description)
      // invalidResponse: GET http://…/orders/8 → 404 (0 bytes): refused by validate: status 404
    }

    #expect(shown.last == "There is no such order.")
    #expect(logged.last?.hasPrefix("invalidResponse: GET http://") == true)
    #expect(logged.last?.hasSuffix("/orders/8 → 404 (0 bytes): refused by validate: status 404") == true)
  }

  @Test func `a client refreshes tokens and prints its pipeline`() async throws {
    let loopback = try LoopbackServer()
    loopback.on(.get, "/zen") { request in
      request.headers["Authorization"] == "Bearer a2" ? .text("zen") : .status(401)
    }
    loopback.on(.post, "/token") { request in
      .json(#"{"access_token": "\#(request.text == "refresh_token=r1" ? "a2" : "")"}"#)
    }
    let (server, tokenURL) = (loopback.url(""), loopback.url("/token"))
    var printed = ""
    func print(_ connection: Connection<Order>) { printed = connection.description }

    let tokens = BearerTokens(BearerToken(access: "a1", refresh: "r1")) { old in
      try await HTTP(tokenURL).httpMethod(.post).body(.form(["refresh_token": old.refresh ?? ""]))
        .fetch(BearerToken.self).value
    }
    let shop = Client(baseURL: server) {
      $0.use(
        .retry(),
        .timeout(attempt: .seconds(10), total: .seconds(60)),
        .bearer(tokens),
        .circuitBreaker(),
        .concurrencyLimit(4)
      )
    }
    print(shop.connection(GetOrder(id: 7)))
    // makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { circuitBreaker { concurrencyLimit(4) { timeout(10s) { send } } } } } } → onReceived → …

    #expect(
      printed.hasPrefix(
        """
        makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { circuitBreaker { concurrencyLimit(4) { timeout(10s) { send } } } } } } \
        → onReceived
        """
      )
    )
    #expect(try await shop.http("/zen").fetchString().value == "zen")
    #expect(loopback.requests.map(\.path) == ["/zen", "/token", "/zen"])
  }

  @Test func `a target's model is inferred from the closure`() async throws {
    let printed = Locked("")
    @Sendable func print(_ text: String) { printed.withLock { $0 = text } }

    let github = Provider<GitHub>()
    let user: User = try await github.request(.user(id: "7")).value

    github.request(.user(id: "7"))
      .success { (user: User) in print(user.name) }
      .failure { error, isCancelled in print(error?.userMessage ?? "cancelled") }

    while printed.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(printed.withLock { $0 } == user.name)
  }

  @Test func `a spec is tested by itself`() throws {
    let request = try GetUser(id: 7).request()
    let user = try GetUser(id: 7).parseResponse(response: Response(data: Data(#"{"name": "Ada"}"#.utf8)))

    #expect(request.url.path == "/users/7")
    #expect(user.name == "Ada")
  }

  @Test func `a client is tested over a stub`() async throws {
    let stub = StubConnector(sequence: [
      .failure(URLError(.timedOut)), .success(Response(data: Data(#"{"name": "Ada"}"#.utf8))),
    ])
    let clock = TestClock.immediate()
    let api = Client {
      $0.httpConnector = { stub }
      $0.use(.retry(clock: clock))
    }
    let user = try await api.send(GetUser(id: 7))
    #expect(user.name == "Ada")
    #expect(stub.requestCount == 2 && clock.waits.count == 1)
  }

  @Test func `a download goes to a file`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let shop = Client(baseURL: api.absoluteString)
    var printed = ""
    @Sendable func showPercent(_ fraction: Double) {}
    func print(_ path: String) { printed = path }

    let download = shop.http("/reports/2026.csv").download(to: .file(file))
    download.progress { _, progress in showPercent(progress.fractionReceived ?? 0) }
    print(try await download.value.path)

    #expect(printed == file.path)
    #expect(try String(contentsOf: file, encoding: .utf8) == "a,b")
  }

  @Test @MainActor func `a screen's model shows a result or a sentence`() async {
    let model = OrderModel(Client(baseURL: api.absoluteString))

    await model.load(8)

    #expect(model.text == "The server rejected the request (404).")
  }

  @Test @MainActor func `closures of screens run on the main actor`() async throws {
    let label = Label()

    let connection = Connection(GetUser(id: 7), on: MainActor.self) { user in label.text = user.name }
    connection.addOnError(on: MainActor.self) { error, _, _ in label.text = error.userMessage }
    connection.start()

    try await label.changed.wait()
    #expect(label.text == "Ada")
  }
}

@MainActor @Observable
final class OrderModel {
  private(set) var text = ""
  private let shop: Client

  init(_ shop: Client) { self.shop = shop }

  func load(_ id: Int) async {
    do {
      text = "Placed \(try await shop.send(GetOrder(id: id)).placedAt)"
    } catch {
      text = error.localizedDescription
    }
  }
}

private typealias GetOrder = ReadmeTests.GetOrder

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
  server?.on(.get, "/orders/7", .json(#"{"order_id": 7, "placed_at": "2026-03-01T09:30:00Z"}"#))
  server?.on(.get, "/orders/9", .json(#"{"order_id": 9}"#))
  server?.on(.post, "/orders", .json(#"{"order_id": 8, "placed_at": "2026-03-01T09:30:00Z"}"#))
  server?.on(.get, "/reports/2026.csv", .text("a,b"))
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
