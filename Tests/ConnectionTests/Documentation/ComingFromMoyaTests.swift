import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the migration guide from Moya, run.
struct ComingFromMoyaTests {
  @Test func `a request of Moya's is a promise here`() {
    let shown = Record<String>()
    @Sendable func show(_ user: User) { shown.add(user.name) }
    @Sendable func report(_ error: ConnectionError?) { shown.add("failure") }
    let provider = Provider<Users>(stub: .immediate, callbackInMainThread: false)

    // here
    provider.request(.user(id: "1"))
      .success { (user: User) in show(user) }
      .failure { error, isCancelled in report(error) }

    #expect(shown.all == ["Ada"])
  }

  @Test func `a token is added by a plugin`() {
    let session = Session(token: "1")
    typealias GitHub = Users

    let provider = Provider<GitHub>(plugins: [AccessToken { $0 is any Secured ? session.token : nil }])

    let connector = StubConnector()
    var stubbed = provider
    stubbed.httpConnector = connector
    stubbed.callbackInMainThread = false
    stubbed.request(.user(id: "1"))
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer 1"])
  }

  @Test func `an optional headers is sent, as in Moya`() throws {
    struct FromMoya: TargetType {
      let baseURL = URL.of("https://api.example.com")
      let headers: [String: String]? = ["Accept": "text/plain"]
    }

    #expect(try FromMoya().request().headers == ["Accept": "text/plain"])
  }

  @Test func `a completion is called with a result, as in Moya`() {
    let shown = Record<String>()
    @Sendable func show(_ response: Response) { shown.add("\(response.statusCode)") }
    @Sendable func report(_ error: ConnectionError) { shown.add("failure") }
    let provider = Provider<Users>(stub: .immediate, callbackInMainThread: false)

    provider.request(.user(id: "1")) { result in
      switch result {
      case .success(let response): show(response)
      case .failure(let error): report(error)
      }
    }

    #expect(shown.all == ["200"])
  }
}

struct AccessToken: PluginType {
  let token: @Sendable (any TargetType) -> String?

  func prepare(_ request: Request, target: any TargetType) -> Request {
    var request = request
    if let token = token(target) { request.headers["Authorization"] = "Bearer \(token)" }
    return request
  }
}

private protocol Secured {}

private enum Users: TargetType, Secured {
  case user(id: String)

  var baseURL: URL { .of("https://api.example.com/users") }
  var sampleData: Data { Data(#"{"name": "Ada"}"#.utf8) }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct Session: Sendable {
  let token: String
}
