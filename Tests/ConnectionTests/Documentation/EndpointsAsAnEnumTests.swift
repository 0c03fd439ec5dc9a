import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article on enum targets, run.
@Suite(.timeLimit(.minutes(1)))
struct EndpointsAsAnEnumTests {
  @Test func `the article's targets make the requests that it says`() throws {
    let rename = try GitHub.rename(id: "a/b", name: "Ada").request()
    let search = try GitHub.search(words: "a b").request()

    #expect("\(rename)" == "PATCH \(api.absoluteString)/users/a%2Fb")
    #expect(rename.body == (try .json(["name": "Ada"])))
    #expect(search.url.query(percentEncoded: true) == "page=1&q=a%20b")
  }

  @Test func `a closure's parameter determines the model`() async throws {
    let shown = Record<String>()
    @Sendable func show(_ user: User) { shown.add(user.name) }
    @Sendable func report(_ error: ConnectionError?) {}
    let github = Provider<GitHub>()

    github.request(.user(id: "1"))
      .success { (user: User) in show(user) }
      .failure { error, isCancelled in report(error) }
    let last = try await github.request(.user(id: "1")).success { (user: User) in user.name }.value

    #expect(last == "Ada")
    #expect(shown.all.count <= 1)
  }

  @Test func `a promise is used as the model that is wanted`() async throws {
    let github = Provider<GitHub>()

    let user: User = try await github.request(.user(id: "1")).value
    let zen = try await github.request(.zen, as: String.self).value
    let found = try await github.request(.search(words: "ada"), as: [User].self, keyPath: "data.items").value
    let status = try await github.request(.zen).value.statusCode

    #expect(user.name == "Ada")
    #expect(zen == "Keep it logically awesome.")
    #expect(found.map(\.name) == ["ada"])
    #expect(status == 200)
  }

  @Test func `a provider has its own settings`() async throws {
    let (indicator, screen) = (OnEnd { _, _, _ in }, Screen())

    var github = Provider<GitHub>(middleware: [.headers(["User-Agent": "MyApp/2.1"])], sharesInFlight: true)
    github.listeners = [indicator]
    github.holder = screen.holder  // screen.holder.cancelAll() cancels them all

    let printed = github.connection(for: .zen).description
    #expect(printed.contains("headers { coalesce { send } }"))
  }

  @Test func `the responses of a target are valid as it says`() throws {
    enum Pictures: TargetType {
      case avatar
      case probe
      case list

      var baseURL: URL { api }

      var validationType: ValidationType {
        switch self {
        case .avatar: .all([.successCodes, .contentType(["image/*"])])
        case .probe: .customCodes([200, 404])
        default: .successCodes
        }
      }
    }

    #expect(throws: Never.self) { try Pictures.probe.validationType.validate(Response(statusCode: 404)) }
    #expect(throws: Rejection.self) { try Pictures.list.validationType.validate(Response(statusCode: 404)) }
    #expect(throws: Rejection.self) { try Pictures.avatar.validationType.validate(Response(data: Data([1]))) }
  }

  @Test func `stubs answer without a network`() async throws {
    let (clock, sample) = (TestClock.immediate(), Data("sample".utf8))

    let github = Provider<GitHub>(stub: .immediate, callbackInMainThread: false)
    let promise: ConnectionPromise<User> = github.request(.user(id: "1"))
    let name = promise.settled?.value?.name  // "Ada"

    let slow = Provider<GitHub>(stub: .delayed(.seconds(2), clock: clock))
    let down = Provider<GitHub>(stub: .immediate.answering(.networkResponse(503, Data())))
    let flaky = Provider<GitHub>(
      stub: .immediate.answering(sequence: [.networkError(URLError(.timedOut)), .networkResponse(200, sample)])
    )
    let half = Provider<GitHub>(stub: { target in target.isReady ? .never : .immediate })

    #expect(name == "Ada")
    #expect(try await slow.request(.zen, as: User.self).value.name == "Ada")
    #expect(await down.request(.zen).outcome.errorInfo?.error?.response?.statusCode == 503)
    #expect(try await flaky.request(.zen, as: String.self).retry(1).value == "sample")
    #expect(try await half.request(.zen, as: String.self).value == "Keep it logically awesome.")
    #expect(clock.waits == [.seconds(2)])
  }

  @Test func `an endpoint, a request closure and a plugin change what is sent`() async throws {
    let session = Session()

    let github = Provider<GitHub>(
      endpoint: { target in Endpoint(target).adding(newHTTPHeaderFields: ["Accept-Language": "en"]) },
      request: { endpoint in
        var request = try endpoint.request()
        request.headers["Authorization"] = "Bearer \(try await session.token())"
        return request
      },
      plugins: [Audit()]
    )

    let request = try await github.request(.zen).value.request
    #expect(request?.headers["Accept-Language"] == "en")
    #expect(request?.headers["Authorization"] == "Bearer 1")
    #expect(audited.all.contains("> GET zen"))
    #expect(audited.all.contains("< zen"))
  }

  @Test func `an app's own errors are made at one place`() async {
    let github = Provider<GitHub>(
      stub: .immediate.answering(.networkResponse(503, Data())),
      callbackInMainThread: false
    )

    let promise: Promise<TransferProgress, User, AppError> = github.load(.user(id: "1"))

    #expect(promise.settled?.errorInfo?.error?.message == "The server rejected the request (503).")
  }
}

enum GitHub: TargetType {
  case zen
  case user(id: String)
  case search(words: String)
  case rename(id: String, name: String)

  var baseURL: URL { api }

  var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let id), .rename(let id, _): "/users/\(segment: id)"
    case .search: "/search"
    }
  }

  var method: HTTPMethod {
    if case .rename = self { .patch } else { .get }
  }

  var task: RequestTask {
    switch self {
    case .zen, .user: .requestPlain
    case .search(let words): .requestParameters(parameters: ["q": words, "page": 1], encoding: .query)
    case .rename(_, let name): .requestJSONEncodable(["name": name])
    }
  }

  var sampleData: Data { Data(#"{"name": "Ada"}"#.utf8) }
}

extension GitHub {
  fileprivate var isReady: Bool { if case .zen = self { true } else { false } }
}

struct Audit: PluginType {
  func willSend(_ request: Request, target: any TargetType) { record(">", request.httpMethod, target) }
  func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) { record("<", target) }
}

private let audited = Record<String>()

private func record(_ words: Any...) { audited.add(words.map { "\($0)" }.joined(separator: " ")) }

extension Provider {
  func load<Model: Decodable & Sendable>(_ target: Target) -> Promise<TransferProgress, Model, AppError> {
    let promise: ConnectionPromise<Model> = request(target)
    return promise.mapError { AppError($0) }
  }
}

struct AppError: Error {
  let message: String

  init(_ error: ConnectionError) { message = error.userMessage }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct Session {
  func token() async throws -> String { "1" }
}

private struct Screen {
  let holder = ConnectionHolder()
}

/// A server that only answers, and so can serve every test.
private let server: LoopbackServer? = {
  let server = try? LoopbackServer()
  server?.on(.get, "/zen", .text("Keep it logically awesome."))
  server?.on(.get, "/users/:id", .json(#"{"name": "Ada"}"#))
  server?.on(.get, "/search") { .json(#"{"data": {"items": [{"name": "\#($0.query["q"] ?? "")"}]}}"#) }
  return server
}()

private var api: URL { server?.baseURL ?? .temporaryDirectory }
