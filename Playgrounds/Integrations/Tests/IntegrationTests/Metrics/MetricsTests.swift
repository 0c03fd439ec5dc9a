import AbstractHTTP
import AbstractHTTPMetrics
import AbstractHTTPTesting
import Foundation
import MetricsTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
  private let metrics = TestMetrics()
  private let clock = TestClock()
  private let routes: RouteTable = ["/users", "/users/{id}", "/users/me", "/{any}/{thing}"]

  private func stage(_ connector: any HTTPConnector, _ middleware: Middleware...) -> Stage<Request, Response> {
    let measuring = Middleware.metrics(routes: routes, limit: 3, factory: metrics, clock: clock)
    return Stage.sending(over: connector).wrapped(in: middleware + [measuring])
  }

  private func request(_ url: String, _ method: HTTPMethod = .get) throws -> Request {
    Request(url: try #require(URL(string: url)), httpMethod: method)
  }

  private func values(of dimension: String, in label: String = "http.client.calls") -> Set<String> {
    Set(metrics.counters(label: label).flatMap(\.dimensions).filter { $0.0 == dimension }.map(\.1))
  }

  @Test func `a call is counted and timed by its method, host, route, and outcome`() async throws {
    let connector = ManualConnector()
    let (stage, request) = (stage(connector), try request("https://API.test/users/7?secret=1"))
    let call = Task { try await stage(request) }
    try await connector.begun(1)

    clock.advance(by: .seconds(2))
    connector.answer(0, Response(statusCode: 201))
    _ = try await call.value

    let dimensions = [("method", "GET"), ("host", "api.test"), ("route", "/users/{id}"), ("outcome", "201")]
    #expect(metrics.counterTotal(label: "http.client.calls", dimensions: dimensions) == 1)
    #expect(try metrics.expectTimer("http.client.call.duration", dimensions).values == [2_000_000_000])
  }

  @Test func `attempts are counted by their cause, and errors by their type`() async throws {
    let flaky = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response(statusCode: 503))])
    let retry = Middleware.retry(RetryPolicy(limit: 1, backoff: .constant(.zero)))

    _ = try await stage(flaky, retry)(request("https://api.test/users"))

    let call = [("method", "GET"), ("host", "api.test"), ("route", "/users")]
    let first = call + [("outcome", "network"), ("cause", "call")]
    let second = call + [("outcome", "503"), ("cause", "retry")]
    #expect(metrics.counterTotal(label: "http.client.attempts", dimensions: first) == 1)
    #expect(metrics.counterTotal(label: "http.client.attempts", dimensions: second) == 1)
    #expect(metrics.counterTotal(label: "http.client.calls", dimensions: call + [("outcome", "503")]) == 1)
    #expect(metrics.timers(label: "http.client.attempt.duration").count == 2)
  }

  @Test func `a thousand URLs make no more series than there are routes`() async throws {
    let stage = stage(StubConnector())

    for number in 0..<1_000 {
      _ = try await stage(request("https://api.test/users/\(number)?q=\(number)#\(number)"))
      _ = try await stage(request("https://api.test/unknown/path/\(number)"))
    }

    #expect(values(of: "route") == ["/users/{id}", "other"])
    #expect(metrics.counters(label: "http.client.calls").count == 2)
  }

  @Test func `hosts, named routes, methods, and statuses beyond the limit are other`() async throws {
    let stage = stage(StubConnector { Response(statusCode: $0.url.path == "/odd" ? 9_999 : 200) })

    for number in 0..<50 {
      var request = try request("https://h\(number).test/odd", HTTPMethod("M\(number)"))
      request.context[MetricsRoute.self] = "/named/\(number)"
      _ = try await stage(request)
    }

    #expect(values(of: "host") == ["h0.test", "h1.test", "h2.test", "other"])
    #expect(values(of: "route") == ["/named/0", "/named/1", "/named/2", "other"])
    #expect(values(of: "method") == ["other"])
    #expect(values(of: "outcome") == ["other"])
  }

  @Test(arguments: [
    ("/users", "/users"), ("/users/", "/users"), ("/users/7", "/users/{id}"), ("/users/me", "/users/me"),
    ("/users/%2F", "/users/{id}"), ("/a/b", "/{any}/{thing}"), ("/", nil), ("/a/b/c", nil), ("", nil),
  ])
  func `the template with the fewest placeholders stands for a path`(path: String, template: String?) {
    #expect(routes.template(of: path) == template)
  }
}
