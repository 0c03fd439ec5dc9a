import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RecordingConnectorTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/secret") { request in
      request.headers["Authorization"] == "Bearer a2" ? .text("the secret") : .status(401)
    }
    server.on(.post, "/token", .json(#"{"access_token": "a2", "refresh_token": "r2"}"#))
    server.on(.get, "/moved", .redirect(to: "/public"))
    server.on(.get, "/public", .text("public"))
  }

  private func client(over connector: any HTTPConnector) -> Client {
    let tokenURL = server.url("/token")
    let tokens = BearerTokens(BearerToken(access: "a1", refresh: "r1")) { old in
      try await HTTP(tokenURL).httpConnector(connector).httpMethod(.post)
        .body(.form(["refresh_token": old.refresh ?? ""])).fetch(BearerToken.self).value
    }
    return Client(baseURL: server.url("")) {
      $0.httpConnector = { connector }
      $0.use(.bearer(tokens))
    }
  }

  private func summary(_ archive: HTTPArchive) -> [String] {
    archive.entries.map { "\($0.request.httpMethod) \($0.request.url.path) \($0.response?.statusCode ?? 0)" }
  }

  @Test func `a session with a token refresh is recorded, and replayed without a server`() async throws {
    let recording = RecordingConnector()
    _ = try await client(over: recording).http("/secret").fetchString().value
    server.stop()

    let replay = ReplayConnector(try HTTPArchive(data: recording.archive.data()))
    let text = try await client(over: replay).http("/secret").fetchString().value

    #expect(text == "the secret")
    #expect(summary(recording.archive) == ["GET /secret 401", "POST /token 200", "GET /secret 200"])
    #expect(replay.unplayed.isEmpty)
    #expect(!String(decoding: try recording.archive.data(), as: UTF8.self).contains("a2\""))
  }

  @Test func `followed redirects are entries of their own, also for a middleware that records`() async throws {
    let (recording, inner) = (RecordingConnector(), HTTPArchiveRecorder())
    let call = HTTP(server.url("/moved")).httpConnector(recording).use(.record(into: inner))

    _ = try await call.fetchString().value

    #expect(summary(recording.archive) == ["GET /moved 302", "GET /public 200"])
    #expect(summary(inner.archive) == summary(recording.archive))
  }

  @Test func `a failure is recorded, and replayed as such`() async throws {
    let recording = RecordingConnector(around: StubConnector.failing(URLError(.notConnectedToInternet)))
    let request = HTTP("http://h.test/")

    _ = await request.httpConnector(recording).fetchString().outcome
    let replayed = await request.httpConnector(ReplayConnector(recording.archive)).fetchString().outcome

    #expect(replayed.errorInfo?.error?.isOffline == true)
  }

  @Test func `a stream passes without a recording`() async throws {
    let recording = RecordingConnector()

    let stream = try await HTTP(server.url("/public")).httpConnector(recording).fetchStream().value
    let body = try await stream.collect(upTo: 100)

    #expect(body == Data("public".utf8) && recording.archive.entries.isEmpty)
  }

  @Test func `it can do what the connector within can, and an old-style call is recorded`() async throws {
    let date = Date(timeIntervalSince1970: 7)
    let recording = RecordingConnector(around: StubConnector(Response(statusCode: 204)), now: { date })
    let request = Request(url: server.baseURL)

    recording.execute(request: request) { _, _ in }

    #expect(recording.takesRequestSettings && recording.capabilities.contains(.requestTrailers))
    #expect(recording.archive.entries.map(\.startedAt) == [date])
    #expect(recording.archive.entries.first?.response?.statusCode == 204)
  }
}
