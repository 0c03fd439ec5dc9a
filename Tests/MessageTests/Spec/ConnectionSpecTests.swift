import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct ConnectionSpecTests {
  private struct GetUser: ConnectionSpec {
    typealias ResponseModel = User
    let url = "https://h.test/users/1"
  }

  private struct User: Decodable, Equatable {
    let name: String
  }

  @Test func `the shortest spec is a URL and a model type`() throws {
    let connector = StubConnector(Response(data: Data(#"{"name": "Ada"}"#.utf8)))
    let connection = Connection(GetUser())
    connection.httpConnector = connector
    connection.callbackInMainThread = false

    let promise = connection.start()

    #expect(promise.settled?.value == User(name: "Ada"))
    #expect(connector.requests.map(\.description) == ["GET https://h.test/users/1"])
  }

  @Test func `a spec is tested without a connection`() throws {
    let pipeline = Pipeline {
      Stage.validating(by: GetUser())
      Stage.parsing(by: GetUser())
    }

    let user = try pipeline.runSynchronously(Response(data: Data(#"{"name": "Ada"}"#.utf8)))

    #expect(user == User(name: "Ada"))
  }
}
