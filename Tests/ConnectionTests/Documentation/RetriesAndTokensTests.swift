import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Retries and tokens*, run.
@Suite(.timeLimit(.minutes(1)))
struct RetriesAndTokensTests {
  struct GetOrders: ConnectionSpec {
    typealias ResponseModel = String
    let url = "/orders"
  }

  struct Cancel: ConnectionSpec {
    typealias ResponseModel = Void
    let order: Int
    let httpMethod = HTTPMethod.post
    var url: String { "/orders/\(order)/cancel" }
  }

  struct Pay: ConnectionSpec {
    typealias ResponseModel = Void
    let order: Int
    let key = UUID().uuidString
    let httpMethod = HTTPMethod.post
    var url: String { "/orders/\(order)/payment" }
    var headers: HTTPHeaders { ["Idempotency-Key": key] }
  }

  struct Login: ConnectionSpec {
    typealias ResponseModel = BearerToken
    let password: String
    let url = "/login"
    let httpMethod = HTTPMethod.post
    let omitsCredentials = true
    func content() throws -> RequestBody? { .form(["password": password]) }
  }

  private actor Keychain {
    var saved: [String] = []
    func save(_ token: BearerToken) { saved.append(token.access) }
  }

  private let loopback: LoopbackServer
  private var server: String { loopback.url("") }

  init() throws {
    loopback = try LoopbackServer()
    loopback.on(.get, "/orders") { request in
      request.headers["Authorization"] == "Bearer a2" ? .text("orders") : .status(401)
    }
    loopback.on(.post, "/token", .json(#"{"access_token": "a2", "refresh_token": "r2", "expires_in": 3600}"#))
    loopback.on(.post, "/login") { request in
      request.headers.contains("Authorization") ? .status(400) : .json(#"{"access_token": "a2"}"#)
    }
  }

  @Test func `retries and tokens stand in the right order`() {
    let tokens = BearerTokens(nil) { $0 }
    var printed = ""
    func print(_ connection: Connection<String>) { printed = "\(connection)" }

    let shop = Client(baseURL: server) {
      $0.use(.retry(), .timeout(attempt: .seconds(10), total: .seconds(60)), .bearer(tokens))
    }
    print(shop.connection(GetOrders()))
    // makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } → onReceived → …

    #expect(
      printed.hasPrefix(
        "makeRequest → onStart → totalTimeout(60s) { retry(2) { bearer { timeout(10s) { send } } } } → onReceived"
      )
    )
    #expect(RetryPolicy.defaultErrorCodes.count == 16)
  }

  @Test func `a policy replaces the client's`() async throws {
    let shop = Client(baseURL: server) { $0.use(.retry()) }

    var policy = RetryPolicy(limit: 4, backoff: .exponential(from: .seconds(1)).jittered())
    policy.statusCodes.insert(409)
    let patient = shop.with { $0.use(.retry(policy)) }

    #expect("\(patient.connection(GetOrders()))".contains("retry(4) { send }"))
  }

  @Test func `a payment with a key is retried, and a cancellation is not`() async throws {
    loopback.on(.post, "/orders/7/payment", .status(503), .status(200))
    loopback.on(.post, "/orders/7/cancel", .status(503), .status(200))
    let shop = Client(baseURL: server) { $0.use(.retry(clock: TestClock.immediate())) }
    var printed = ""
    func print(_ text: String) { printed = text }

    try await shop.send(Pay(order: 7))
    do {
      try await shop.send(Cancel(order: 7))
    } catch let error as ConnectionError {
      print(error.notRetried?.description ?? "")  // the request is not idempotent
    }

    #expect(printed == "the request is not idempotent")
    let keys = loopback.requests.filter { $0.path == "/orders/7/payment" }.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && Set(keys).count == 1)
  }

  @Test func `one refresh serves all calls, and the new token is saved`() async throws {
    let (keychain, tokenURL) = (Keychain(), loopback.url("/token"))

    let tokens = BearerTokens(BearerToken(access: "a1", refresh: "r1")) { old in
      let new = try await HTTP(tokenURL).httpMethod(.post)
        .body(.form(["grant_type": "refresh_token", "refresh_token": old.refresh ?? ""]))
        .fetch(BearerToken.self).value
      await keychain.save(new)
      return new
    }

    let shop = Client(baseURL: server) { $0.use(.bearer(tokens)) }
    let calls = (1...8).map { _ in shop.connection(GetOrders()).start() }
    for call in calls { #expect(try await call.value == "orders") }
    #expect(loopback.requests.count { $0.path == "/token" } == 1)
    #expect(await keychain.saved == ["a2"])
  }

  @Test func `a login goes out without a token`() async throws {
    let (tokens, password) = (BearerTokens(BearerToken(access: "old")) { $0 }, "1")
    let shop = Client(baseURL: server) { $0.use(.bearer(tokens)) }

    tokens.credential = try await shop.send(Login(password: password))

    #expect(try await shop.send(GetOrders()) == "orders")
  }

  @Test func `an authenticator gets keys and applies them`() async throws {
    loopback.on(.get, "/orders") { $0.headers["X-Api-Key"] == "second" ? .text("orders") : .status(401) }
    let keyURL = loopback.url("/key")
    loopback.on(.get, "/key", .text("second"))
    struct KeyAuthenticator: Authenticator {
      let keyURL: String
      func apply(_ key: String, to request: inout Request) { request.headers["X-Api-Key"] = key }
      func refresh(_ key: String) async throws -> String { try await HTTP(keyURL).fetchString().value }
    }

    let keys = CredentialStore("first", by: KeyAuthenticator(keyURL: keyURL))
    let partner = Client(baseURL: server) { $0.use(.authorize(keys)) }

    #expect(try await partner.send(GetOrders()) == "orders")
  }
}
