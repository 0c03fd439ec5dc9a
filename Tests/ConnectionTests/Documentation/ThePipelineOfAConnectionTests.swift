import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The code of the article *The pipeline of a connection*.
@Suite(.timeLimit(.minutes(1)))
struct ThePipelineOfAConnectionTests {
  private struct User: Decodable { let name: String }

  private struct GetUser: ConnectionSpec {
    typealias ResponseModel = User
    let url = "https://api.example.com/users/1"
  }

  private func connector(_ text: String) -> StubConnector { StubConnector(Response(data: Data(text.utf8))) }

  @Test func `it can be read`() {
    let connection = Connection(GetUser()).use(.retry())
    print(connection.pipeline)
    // makeRequest → onStart → retry(2) { send } → onReceived → validate → parse → onReceivedModel → deliver(main)
    #expect(
      "\(connection.pipeline)"
        == "makeRequest → onStart → retry(2) { send } → onReceived → validate → parse → onReceivedModel → deliver(main)"
    )
  }

  @Test func `a stage can be inserted`() async throws {
    let connection = Connection(GetUser())
    connection.httpConnector = connector(#"{"data": {"name": "Ada"}}"#)
    connection.callbackInMainThread = false

    let unwrapping = Stage<Response, Response>("unwrap", failing: .parse) { response in
      var response = response
      response.data = try response.json()["data"].rawData()
      return response
    }
    connection.transform { $0.insert(unwrapping, after: \.validate) }

    #expect(try await connection.start().value.name == "Ada")
    #expect("\(connection)".contains("validate → unwrap → parse"))
  }

  @Test func `it can be written by hand`() async throws {
    let (spec, connector) = (GetUser(), connector(#"{"name": "Ada"}"#))

    let pipeline = Pipeline {
      Stage.makingRequest(from: spec)
      Stage.sending(over: connector).wrapped(in: .retry())
      Stage.validating(by: spec)
      Stage.parsing(by: spec)
      Stage.delivering { (user: User) in print(user.name) }
    }
    let user = try await pipeline(())

    #expect(user.name == "Ada")
    #expect(try await pipeline.start(()).retry(2).value.name == "Ada")
  }
}
