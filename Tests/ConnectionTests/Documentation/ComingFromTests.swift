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

  @Test func `a user of SwiftTask creates a promise by an executor`() {
    enum Wrong: Error { case empty }

    let song = Promise<Float, String, Wrong> { progress, fulfill, reject, configure in
      progress(0.5)
      fulfill("song")
    }
    song
      .success { value in value + "!" }
      .recover { error, isCancelled in "again" }

    #expect(song.settled?.value == "song")
  }

  @Test func `a user of SwiftyJSON reads members and errors`() throws {
    let data = Data(#"{"users": [{"name": "Ada"}]}"#.utf8)

    let json = try JSON(data: data)
    let name = json["users"][0]["name"].stringValue
    let missing = json["users", 9, "name"].error  // no such index: $.users[9], the array's count is 1

    #expect(name == "Ada")
    #expect(missing?.description == "no such index: $.users[9], the array's count is 1")
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
  return server
}()

private var api: String { server?.url("") ?? "" }
