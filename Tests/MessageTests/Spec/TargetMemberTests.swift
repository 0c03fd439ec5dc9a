import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Properties of a target's own that have the name of a member of a request.
struct TargetMemberTests {
  /// Sends the address of a hook to its own API.
  private struct AddHook: TargetType {
    var baseURL: URL { .of("https://api.test/v1") }
    let path = "/hooks"
    let method = HTTPMethod.post
    let url: String
    var headers: HTTPHeaders { ["Authorization": "Bearer secret"] }
    var task: RequestTask { .requestJSONEncodable(["url": url]) }
  }

  private enum Image: TargetType {
    case scaled(url: String)

    var baseURL: URL { .of("https://api.test") }
    var url: String {
      switch self {
      case .scaled(let url): url
      }
    }
    var path: String { "/scaled" }
  }

  @Test(arguments: ["https://elsewhere.test/", "not a URL", ""])
  func `a property url is never where a target is sent`(url: String) throws {
    let hook = AddHook(url: url)

    let addresses = [
      try hook.request(), try MultiTarget(hook).request(), try Endpoint(hook).request(),
      try Provider<AddHook>().endpoint(for: hook).request(),
    ]
    .map(\.url.absoluteString)

    #expect(Set(addresses) == ["https://api.test/v1/hooks"])
    #expect(MultiTarget(hook).url == "https://api.test/v1/hooks")
    #expect(try Image.scaled(url: url).request().url.absoluteString == "https://api.test/scaled")
  }

  @Test func `a connection, a provider and a client send a target to its base URL alone`() {
    let hook = AddHook(url: "https://elsewhere.test/")
    let connector = StubConnector(Response())
    let connection = Connection(requestSpec: hook, responseSpec: PlainText())
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    let client = Client { options in
      options.httpConnector = { connector }
      options.callbackInMainThread = false
    }

    connection.start()
    Provider<AddHook>(httpConnector: connector, callbackInMainThread: false).request(hook)
    client.request(hook)

    #expect(connector.requests.map(\.url.host) == ["api.test", "api.test", "api.test"])
  }

  @Test func `a dot segment is refused whatever a target says of its query`() {
    struct Own: TargetType {
      var baseURL: URL { .of("https://api.test/v1") }
      let path = "/../admin"
      let urlQuery: URLQuery? = ["a": "1"]
    }

    #expect(throws: ConnectionError.self) { try Own().request() }
    #expect(throws: ConnectionError.self) { try Endpoint(Own()).request() }
  }

  @Test func `a property httpMethod that differs from the method is refused`() {
    struct Report: TargetType {
      var baseURL: URL { .of("https://api.test") }
      let httpMethod: HTTPMethod
    }

    let advice = "a spec names its method httpMethod, and a target method"
    #expect(SpecMemberTests.refusal(of: Report(httpMethod: .delete))?.hasSuffix(advice) == true)
    #expect(SpecMemberTests.refusal(of: MultiTarget(Report(httpMethod: .delete)))?.hasSuffix(advice) == true)
    #expect(SpecMemberTests.refusal(of: Endpoint(Report(httpMethod: .delete)))?.hasSuffix(advice) == true)
    #expect(SpecMemberTests.refusal(of: Report(httpMethod: .get)) == nil)
  }

  @Test func `a method that is text is refused`() {
    struct Report: TargetType {
      var baseURL: URL { .of("https://api.test") }
      let method = "POST"
    }

    #expect(SpecMemberTests.refusal(of: Report())?.hasSuffix("write HTTPMethod") == true)
  }

  @Test func `a property destination never takes the place of the task's`() throws {
    struct Fetch: TargetType {
      var baseURL: URL { .of("https://api.test") }
      var destination: DownloadDestination?
      let task = RequestTask.downloadDestination(.file(URL(filePath: "/task")))
    }

    #expect(try Fetch().request().destination == .file(URL(filePath: "/task")))
    #expect(try Fetch(destination: .file(URL(filePath: "/own"))).request().destination == .file(URL(filePath: "/task")))
  }

  @Test func `parameters may be any dictionary, and nothing else`() throws {
    struct Untyped: TargetType {
      var baseURL: URL { .of("https://api.test") }
      var parameters: [String: Any]? { ["q": "a", "n": 1, "list": [1, 2] as [Any]] }
    }
    struct Sure: TargetType {
      var baseURL: URL { .of("https://api.test") }
      let parameters = ["q": "a"]
    }
    struct Other: TargetType {
      var baseURL: URL { .of("https://api.test") }
      let parameters = [1]
    }

    #expect(try Untyped().request().url.query() == "list%5B%5D=1&list%5B%5D=2&n=1&q=a")
    #expect(try Sure().request().url.query() == "q=a")
    #expect(SpecMemberTests.refusal(of: Other())?.hasPrefix("Other.parameters is of type Array<Int>") == true)
  }

  @Test func `optional headers of a dictionary are sent by every door`() throws {
    struct Zen: TargetType {
      var baseURL: URL { .of("https://api.test") }
      var headers: [String: String]? { ["X-A": "1"] }
    }

    #expect(try Zen().request().headers == ["X-A": "1"])
    #expect(try MultiTarget(Zen()).request().headers == ["X-A": "1"])
    #expect(MultiTarget(Zen()).headers == ["X-A": "1"])
    #expect(
      try Endpoint(Zen()).adding(newHTTPHeaderFields: ["X-B": "2"]).request().headers == ["X-A": "1", "X-B": "2"]
    )
  }

  @Test func `a property body of another type is a target's own affair`() throws {
    struct Comment: TargetType {
      var baseURL: URL { .of("https://api.test") }
      let body = "text"
    }

    #expect(try Comment().request().body == nil)
  }
}
