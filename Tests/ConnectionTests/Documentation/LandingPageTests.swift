import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the documentation's landing page, run.
@Suite(.timeLimit(.minutes(1)))
struct LandingPageTests {
  @Test func `the landing page's snippet fetches a user`() async {
    let (users, shown) = AsyncStream<User>.makeStream()
    @Sendable func show(_ user: User) { shown.yield(user) }
    @Sendable func report(_ error: ConnectionError?) { shown.finish() }
    struct GetUser: ConnectionSpec {
      typealias ResponseModel = User
      let id: Int
      var url: String { "\(api)/users/\(id)" }
    }

    Connection(GetUser(id: 7)).start()
      .success { user in show(user) }
      .failure { error, isCancelled in report(error) }

    var names = users.makeAsyncIterator()
    #expect(await names.next()?.name == "Ada")
  }
}

private struct User: Decodable, Sendable {
  let name: String
}

/// A server that only answers.
private let server: LoopbackServer? = {
  let server = try? LoopbackServer()
  server?.on(.get, "/users/7", .json(#"{"name": "Ada"}"#))
  return server
}()

private var api: String { server?.url("") ?? "" }
