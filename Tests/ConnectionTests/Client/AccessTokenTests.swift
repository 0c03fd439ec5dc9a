import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

/// Access tokens of targets, and the log of a provider.
struct AccessTokenTests {
  private enum Shop: TargetType, AccessTokenAuthorizable {
    case open, basic, bearer, custom

    var baseURL: URL { .of("https://shop.test/v1") }
    var sampleData: Data { Data(#"{"token": "secret", "name": "Ada"}"#.utf8) }
    var authorizationType: AuthorizationType? {
      switch self {
      case .open: nil
      case .basic: .basic
      case .bearer: .bearer
      case .custom: .custom("Token")
      }
    }
  }

  private struct Plain: TargetType { let baseURL = URL.of("https://shop.test") }

  private func sent<Target: TargetType>(_ target: Target, by provider: Provider<Target>) -> Request? {
    let connector = StubConnector()
    var provider = provider
    provider.httpConnector = connector
    provider.callbackInMainThread = false
    provider.request(target)
    return connector.requests.first
  }

  @Test(arguments: [(Shop.open, nil), (.basic, "Basic 1"), (.bearer, "Bearer 1"), (.custom, "Token 1")])
  private func `a target gets the type of token that it declares`(target: Shop, header: String?) {
    let request = sent(target, by: Provider(plugins: [AccessTokenPlugin { _ in "1" }]))

    #expect(request != nil)
    #expect(request?.headers["Authorization"] == header)
  }

  @Test func `a target that declares no type gets no token`() {
    let request = sent(Plain(), by: Provider(plugins: [AccessTokenPlugin { _ in "1" }]))

    #expect(request?.headers.contains("Authorization") == false)
  }

  @Test func `the token is sent to the target's own origin only`() {
    let elsewhere = Provider<Shop>(
      endpoint: { target in
        var endpoint = Endpoint(target)
        endpoint.url = "https://shop.test:8443/v1"
        return endpoint
      },
      plugins: [AccessTokenPlugin { _ in "1" }]
    )

    let request = sent(.bearer, by: elsewhere)

    #expect(request?.url.port == 8443)
    #expect(request?.headers.contains("Authorization") == false)
  }

  @Test func `a header of the target's own stays, and an empty token isn't sent`() {
    let own = Provider<Shop>(
      endpoint: { Endpoint($0).adding(newHTTPHeaderFields: ["authorization": "Own"]) },
      plugins: [AccessTokenPlugin { _ in "1" }]
    )

    #expect(sent(.bearer, by: own)?.headers.values(for: "Authorization") == ["Own"])
    #expect(sent(Shop.bearer, by: Provider(plugins: [AccessTokenPlugin { _ in "" }]))?.headers.isEmpty == true)
  }

  @Test func `a token in a multi target is that of the target in it`() {
    let request = sent(MultiTarget(Shop.bearer), by: Provider(plugins: [AccessTokenPlugin { _ in "1" }]))

    #expect(request?.headers["Authorization"] == "Bearer 1")
  }

  @Test(arguments: [false, true])
  func `a middleware's token isn't put into targets without one`(changesEndpoint: Bool) {
    let tokens = BearerTokens(BearerToken(access: "1")) { $0 }
    let endpoint: Provider<Shop>.EndpointClosure = { Endpoint($0).adding(newHTTPHeaderFields: ["X-A": "1"]) }
    let provider = Provider<Shop>(endpoint: changesEndpoint ? endpoint : nil, middleware: [.bearer(tokens)])

    #expect(sent(.open, by: provider)?.headers.contains("Authorization") == false)
    #expect(sent(.bearer, by: provider)?.headers["Authorization"] == "Bearer 1")
  }

  @Test func `a provider's log is formatted, and has no secrets`() {
    let lines = Record<String>()
    let logger = NetworkLoggerPlugin(
      configuration: .init(
        formatter: .init(entry: { name, text, target in "\(target)/\(name): \(text)" }),
        output: { _, entries in entries.forEach { lines.add($0) } },
        logOptions: .verbose
      )
    )
    let plugins: [any PluginType] = [AccessTokenPlugin { _ in "secret" }, logger]

    Provider<Shop>(stub: .immediate, plugins: plugins, callbackInMainThread: false).request(.bearer)

    #expect(lines.all.contains("bearer/Request: https://shop.test/v1"))
    #expect(lines.all.contains("bearer/HTTP Request Method: GET"))
    #expect(lines.all.contains { $0.contains("Ada") })
    #expect(!lines.all.joined().contains("secret"))
  }

  @Test func `a formatter writes a body, and a command takes the request's place`() {
    let lines = Record<String>()
    let logger = NetworkLoggerPlugin(
      configuration: .init(
        formatter: .init(responseData: { "\($0.count) bytes" }),
        output: { _, entries in entries.forEach { lines.add($0) } },
        logOptions: [.formatRequestAscURL, .successResponseBody]
      )
    )

    Provider<Shop>(stub: .immediate, plugins: [logger], callbackInMainThread: false).request(.open)

    #expect(lines.all.first?.hasPrefix("Request: curl") == true)
    #expect(lines.all.last == "Response Body: 34 bytes")
  }
}
