import AbstractHTTP
import AbstractHTTPAsyncHTTPClient
import AbstractHTTPTesting
import AsyncHTTPClient
import Foundation
import NIOCore
import Testing

/// The connectors that each rule holds on.
enum TestedConnector: String, CaseIterable, CustomTestStringConvertible {
  case standard
  case asyncHTTPClient

  /// What a rule sets on the connector.
  struct Settings {
    var timeout: Duration = .seconds(120)
    var redirectPolicy = RedirectPolicy.follow
    var cookieJar: CookieJar?
  }

  var testDescription: String { rawValue }

  func connector(_ settings: Settings = Settings()) -> any HTTPConnector {
    switch self {
    case .standard:
      let connector = DefaultHTTPConnector()
      connector.timeoutInterval = settings.timeout / .seconds(1)
      connector.redirectPolicy = settings.redirectPolicy
      connector.cookieJar = settings.cookieJar ?? CookieJar()
      connector.isCookieEnabled = settings.cookieJar != nil
      return connector
    case .asyncHTTPClient:
      var configuration = AsyncHTTPClientConnector.defaultConfiguration
      configuration.timeout.read = .milliseconds(Int64(settings.timeout / .milliseconds(1)))
      return AsyncHTTPClientConnector(
        configuration: configuration,
        redirectPolicy: settings.redirectPolicy,
        cookieJar: settings.cookieJar
      )
    }
  }
}

/// A rule of the transport that holds on every connector.
struct ConnectorRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (TestedConnector, LoopbackServer) async throws -> Void

  init(_ sentence: String, check: @escaping @Sendable (TestedConnector, LoopbackServer) async throws -> Void) {
    testDescription = sentence
    self.check = check
  }

  static let all = exchanges + redirects + bodies + streams + failures
}

@Suite(.timeLimit(.minutes(1)))
struct ConnectorRuleTests {
  @Test(arguments: TestedConnector.allCases, ConnectorRule.all)
  func `holds against the loopback server`(connector: TestedConnector, rule: ConnectorRule) async throws {
    try await rule.check(connector, LoopbackServer())
  }
}

extension HTTPConnector {
  /// Sends a request as a pipeline does.
  func send(_ request: Request) async throws -> Response {
    try await Stage.sending(over: self)(request)
  }

  /// Sends what should fail, and returns the error.
  func failure(of request: Request) async -> ConnectionError? {
    do {
      let response = try await send(request)
      Issue.record("\(request) was answered by \(response)")
      return nil
    } catch {
      return error as? ConnectionError
    }
  }
}

extension LoopbackServer {
  func request(
    _ path: String,
    _ method: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: RequestBody? = nil
  ) throws -> Request {
    let url = try #require(URL(string: url(path)))
    return Request(url: url, httpMethod: method, headers: headers, body: body)
  }

  func stream(_ path: String) throws -> Request {
    var request = try request(path)
    request.delivery = .stream
    return request
  }
}
