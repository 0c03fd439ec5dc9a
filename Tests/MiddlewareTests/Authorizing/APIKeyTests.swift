import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct APIKeyTests {
  private func sent(_ url: String, _ middleware: Middleware, headers: HTTPHeaders = [:]) throws -> Request {
    let connector = StubConnector(Response(statusCode: 200))
    let stage = Stage.sending(over: connector).wrapped(in: middleware)
    _ = try Pipeline(stage).runSynchronously(Request(url: try URL(http: url), headers: headers))
    return try #require(connector.requests.first)
  }

  private func key(_ key: String = "s3cret", in place: APIKeyPlace) -> Middleware {
    .apiKey(key, in: place, for: ["http://h.test"])
  }

  @Test func `puts the key into a header, unless there is one`() throws {
    let added = try sent("http://h.test/", key(in: .header("X-Mine")))
    let kept = try sent("http://h.test/", key(in: .header("X-Mine")), headers: ["x-mine": "own"])

    #expect(added.headers["X-Mine"] == "s3cret")
    #expect(kept.headers.values(for: "X-Mine") == ["own"])
  }

  @Test(arguments: [
    ("http://h.test", "http://h.test?a%20b=s%26%3D%2B%C3%A4"),
    ("http://h.test/p?x=1#f", "http://h.test/p?x=1&a%20b=s%26%3D%2B%C3%A4#f"),
    ("http://h.test/?", "http://h.test/?a%20b=s%26%3D%2B%C3%A4"),
    ("http://h.test/#?", "http://h.test/?a%20b=s%26%3D%2B%C3%A4#?"),
    ("http://h.test/?a%20b=own", "http://h.test/?a%20b=own"),
  ])
  func `puts the key into the query, unless there is one`(url: String, expected: String) throws {
    #expect(try sent(url, key("s&=+ä", in: .query("a b"))).url.absoluteString == expected)
  }

  @Test(arguments: [APIKeyPlace.header("Accept"), .query("appid")])
  func `only the named servers see the key`(place: APIKeyPlace) throws {
    let request = try sent("http://other.test/", key(in: place))

    #expect(request.headers.isEmpty)
    #expect(request.url.query == nil)
  }

  @Test(arguments: [APIKeyPlace.header("Accept"), .query("appid")])
  func `shows the key nowhere`(place: APIKeyPlace) throws {
    let (record, recorder) = (Record<String>(), HTTPArchiveRecorder())
    let logs = [LogLevel.body, .curl].map { level in Middleware.log(level) { record.add($0) } }
    let connector = StubConnector { request in
      let location = request.url.absoluteString + "#again"
      return Response(headers: ["Location": location], url: request.url, request: request)
    }
    let middleware = [key(in: place), .trace { record.add("\($0)") }, .record(into: recorder)] + logs
    let stage = Stage.sending(over: connector).wrapped(in: middleware)

    let response = try Pipeline(stage).runSynchronously(Request(url: try URL(http: "http://h.test/?q=1")))
    var text = "\(response.request.map { "\($0) \($0.curl())" } ?? "")" + record.all.joined(separator: "\n")
    dump(response.request, to: &text)
    dump(response.url.map { Response(url: $0, request: response.request) }, to: &text)
    text += "\(ConnectionError(.network, request: response.request, response: response))"
    text += String(decoding: try recorder.archive.data(), as: UTF8.self)

    #expect(text.contains("***"))
    #expect(!text.contains("s3cret"))
    #expect(response.request?.curl(showingSecrets: true).contains("s3cret") == true)
  }

  @Test func `a key that cannot be sent fails the call, and is not repeated`() throws {
    let error = #expect(throws: ConnectionError.self) {
      try sent("http://h.test/", key("s3\r\ncret", in: .header("X-Mine")))
    }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? InvalidRequest == .headerValue(name: "X-Mine"))
    #expect(error.map { "\($0)".contains("cret") } == false)
  }

  @Test func `a redirect to another origin goes without the key`() async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    server.on(.get, "/old", .redirect(to: other.url("/new")))
    other.on(.get, "/new", .text("ok"))

    for place in [APIKeyPlace.header("Accept"), .query("appid")] {
      _ = try await HTTP(server.url("/old")).callbackInMainThread(false).httpConnector(DefaultHTTPConnector.patient)
        .use(.apiKey("s3cret", in: place)).fetchString().value
    }

    #expect(server.requests.map { $0.headers["Accept"] ?? "" }.first == "s3cret")
    #expect(server.requests.last?.query["appid"] == "s3cret")
    #expect(other.requests.allSatisfy { $0.headers["Accept"] != "s3cret" && !$0.target.contains("s3cret") })
  }
}
