import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Getting started*, run.
@Suite(.timeLimit(.minutes(1)))
struct GettingStartedTests {
  struct User: Decodable, Sendable {
    let name: String
  }

  struct GetUser: ConnectionSpec {
    typealias ResponseModel = User
    let id: Int
    var url: String { "/users/\(id)" }
  }

  private let loopback: LoopbackServer
  private var server: String { loopback.url("") }

  init() throws {
    loopback = try LoopbackServer()
    loopback.on(.get, "/users/7", .json(#"{"name": "Ada"}"#))
    loopback.on(.get, "/zen", .text("Keep it simple."))
    loopback.on(.post, "/notes") { request in
      request.text == #"{"text":"Hello"}"# ? .json(#"{"id": 1}"#) : .status(400)
    }
  }

  @Test func `a client sends a spec`() async throws {
    let client = Client(baseURL: server)
    let user = try await client.send(GetUser(id: 7))

    #expect(user.name == "Ada")
  }

  @Test func `a connection returns a promise`() async {
    let client = Client(baseURL: server)
    let (users, shown) = AsyncStream<User>.makeStream()
    @Sendable func show(_ user: User) { shown.yield(user) }
    @Sendable func report(_ error: ConnectionError?) { shown.finish() }

    client.connection(GetUser(id: 7)).start()
      .success { user in show(user) }
      .failure { error, isCancelled in report(error) }

    var names = users.makeAsyncIterator()
    #expect(await names.next()?.name == "Ada")
  }

  @Test func `a small call needs no spec`() async throws {
    let client = Client(baseURL: server)
    var printed = 0
    func print(_ id: Int) { printed = id }

    let text = try await client.http("/zen").fetchString().value
    let note = try await client.http("/notes").httpMethod(.post).body(.json(["text": "Hello"])).fetchJSON().value
    print(note.id.intValue)

    #expect(text == "Keep it simple.")
    #expect(printed == 1)
  }

  @Test func `a connection shows what it does`() async throws {
    let client = Client(baseURL: server)

    let connection = client.connection(GetUser(id: 7)).use(.log(.headers), .trace { print($0) })
    print(connection)
    // makeRequest → onStart → trace { log(headers) { send } } → onReceived → validate → parse → onReceivedModel → deliver(main)
    print(try connection.curl())
    _ = try await connection.start().value

    #expect(
      "\(connection)"
        == "makeRequest → onStart → trace { log(headers) { send } } → onReceived → validate → parse → onReceivedModel → deliver(main)"
    )
    #expect(try connection.curl().hasPrefix("curl "))
  }
}
