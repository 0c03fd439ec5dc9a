import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The first snippets of the guides for users of other libraries, run.
@Suite(.timeLimit(.minutes(1)))
struct ComingFromTests {
  @Test func `a user of Alamofire gets a model in a closure`() async {
    let (users, shown) = AsyncStream<User>.makeStream()
    @Sendable func show(_ user: User) { shown.yield(user) }
    @Sendable func report(_ error: ConnectionError?) { shown.finish() }

    // AbstractHTTP
    HTTP("\(api)/users/7").headers(["Accept": "application/json"])
      .fetch(User.self)
      .success { user in show(user) }
      .failure { error, isCancelled in report(error) }

    var names = users.makeAsyncIterator()
    #expect(await names.next()?.name == "Ada")
  }

  @Test func `a user of URLSession gets a model in a line`() async throws {
    // AbstractHTTP
    let user = try await HTTP("\(api)/users/7").fetch(User.self).value

    #expect(user.name == "Ada")
  }

  @Test func `a user of Get sends a path`() async throws {
    // AbstractHTTP
    let client = Client(baseURL: api)
    let user = try await client.http("/users/7").fetch(User.self).value

    #expect(user.name == "Ada")
  }

  @Test func `a user of OkHttp gets a model`() async throws {
    let (client, shown) = (Client(baseURL: api), Record<String>())
    @Sendable func show(_ user: User) { shown.add(user.name) }

    // AbstractHTTP
    let user = try await client.http("/users/7").headers(["Accept": "application/json"]).fetch(User.self).value
    show(user)

    #expect(shown.all == ["Ada"])
  }

  @Test func `a user of Polly gets a pipeline in the right order`() {
    // AbstractHTTP
    let client = Client(baseURL: api) {
      $0.use(
        .retry(RetryPolicy(limit: 3, backoff: .exponential(from: .seconds(2)).jittered())),
        .timeout(attempt: .seconds(10), total: .seconds(30))
      )
    }

    let printed = client.connection(GetUser()).description
    #expect(printed.contains("totalTimeout(30s) { retry(3) { timeout(10s) { send } } }"))
  }
}

/// The behavior that the guides say differs from other libraries.
@Suite(.timeLimit(.minutes(1)))
struct ComingFromDifferenceTests {
  private let client = Client(baseURL: api) { $0.callbackInMainThread = false }

  @Test func `a status outside 200 to 299 is an error with the response`() async {
    let error = await #expect(throws: ConnectionError.self) { try await client.http("/missing").fetchData().value }

    #expect(error?.type == .invalidResponse)
    #expect(error?.statusCode == 404)
  }

  @Test func `a 204 is nil for an optional model and an error for any other`() async throws {
    let user = try await client.http("/empty").fetch(User?.self).value
    let error = await #expect(throws: ConnectionError.self) { try await client.http("/empty").fetch(User.self).value }

    #expect(user == nil)
    #expect(error?.nativeError is EmptyBody)
  }

  @Test func `headers keep fields whose names differ in case`() {
    #expect((["X-A": "1", "x-a": "2"] as HTTPHeaders).map(\.value) == ["1", "2"])
  }

  @Test func `the encoding of parameters keeps the order of arrays and the fraction of a double`() throws {
    let query = try URLEncoding.default.encode(["list": ["z", "a"], "number": 1.0], for: .get).query

    #expect(query?.string() == "list%5B%5D=z&list%5B%5D=a&number=1.0")
  }

  @Test func `a plus in a query value is encoded`() throws {
    struct Search: RequestSpec {
      let url = "https://example.com"
      let urlQuery: URLQuery? = ["q": "a+b"]
    }

    #expect(try Search().request().url.query(percentEncoded: true) == "q=a%2Bb")
  }

  @Test func `a cancellation before the start has no effect`() async throws {
    let connection = client.connection(GetUser())

    connection.cancel()

    #expect(try await connection.start().value.name == "Ada")
  }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "/users/7"
}

/// A server that only answers.
private let server: LoopbackServer? = {
  let server = try? LoopbackServer()
  server?.on(.get, "/users/7", .json(#"{"name": "Ada"}"#))
  server?.on(.get, "/empty", .status(204))
  return server
}()

private var api: String { server?.url("") ?? "" }
