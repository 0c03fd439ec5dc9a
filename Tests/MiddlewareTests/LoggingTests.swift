import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct LoggingTests {
  private let lines = Record<String>()

  private func request() throws -> Request {
    Request(
      url: try URL(http: "https://h.test/login?api_key=s3cret&page=1"),
      httpMethod: .post,
      headers: ["Authorization": "Bearer s3cret", "Accept": "*/*"],
      body: RequestBody(Data(#"{"user":"ada","password":"s3cret"}"#.utf8), contentType: "application/json")
    )
  }

  private let response = Response(
    headers: ["Content-Type": "application/json", "Set-Cookie": "s3cret"],
    data: Data(#"{"token":"s3cret","id":7}"#.utf8)
  )

  private func log(_ level: LogLevel, at place: Middleware.Place = .attempt) -> Middleware {
    .log(level, at: place, clock: TestClock()) { [lines] in lines.add($0) }
  }

  @Test func `nothing is logged at the level of nothing`() throws {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: [log(.none)])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(lines.all.isEmpty)
    #expect("\(stage)" == "log(none) { send }")
  }

  @Test func `the basic level shows the request, the status, and the duration`() throws {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: [log(.basic)])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(
      lines.all == [
        "--> POST https://h.test/login?api_key=***&page=1",
        "<-- 200 application/json (25 bytes) POST https://h.test/login?api_key=***&page=1, 0 ms",
      ]
    )
  }

  @Test func `the level of curl adds the command that sends the same, without secrets`() throws {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: [log(.curl)])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(
      lines.all == [
        #"""
        --> POST https://h.test/login?api_key=***&page=1
        curl --compressed \
          -X POST \
          -H 'Authorization: ***' \
          -H 'Accept: */*' \
          -H 'Content-Type: application/json' \
          --data-raw '{"user":"ada","password":"***"}' \
          'https://h.test/login?api_key=***&page=1'
        """#,
        "<-- 200 application/json (25 bytes) POST https://h.test/login?api_key=***&page=1, 0 ms",
      ]
    )
  }

  @Test func `the level of headers adds them, without secrets`() throws {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: [log(.headers)])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(
      lines.all == [
        """
        --> POST https://h.test/login?api_key=***&page=1
        Authorization: ***
        Accept: */*
        Content-Type: application/json
        """,
        """
        <-- 200 application/json (25 bytes) POST https://h.test/login?api_key=***&page=1, 0 ms
        Content-Type: application/json
        Set-Cookie: ***
        """,
      ]
    )
  }

  @Test func `the level of bodies adds them, without secrets`() throws {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: [log(.body)])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(
      lines.all.map { $0.split(separator: "\n").last } == [
        #"{"user":"ada","password":"***"}"#, #"{"token":"***","id":7}"#,
      ]
    )
    #expect(!lines.all.joined().contains("s3cret"))
  }

  @Test func `names of one's own are masked too`() throws {
    let masking = Middleware.log(.body, masking: ["page", "ACCEPT", "i-d"]) { [lines] in lines.add($0) }

    _ = try Pipeline(Stage.sending(over: StubConnector(response)).wrapped(in: [masking])).runSynchronously(
      try request()
    )

    #expect(lines.all.first?.contains("page=***\n") == true)
    #expect(lines.all.first?.contains("Accept: ***") == true)
    #expect(lines.all.last?.hasSuffix(#"{"token":"***","id":0}"#) == true)
  }

  @Test func `a credential in a header is masked, whatever the name`() throws {
    struct Odd: Authenticator {
      func apply(_ credential: String, to request: inout Request) { request.headers["X-Odd"] = credential }
      func refresh(_ credential: String) async throws -> String { credential }
    }
    let stage = Stage.sending(over: StubConnector())
      .wrapped(in: [log(.headers), .authorize(CredentialStore("s3cret", by: Odd()))])

    _ = try Pipeline(stage).runSynchronously(Request(url: try URL(http: "http://h.test/")))

    #expect(lines.all.first == "--> GET http://h.test/\nX-Odd: ***")
  }

  @Test func `a failure is logged, and passed on`() throws {
    let connector = StubConnector.failing(URLError(.timedOut, "too late"))
    let stage = Stage.sending(over: connector).wrapped(in: [log(.basic)])

    let error = #expect(throws: ConnectionError.self) { try Pipeline(stage).runSynchronously(try request()) }

    #expect(error?.type == .network)
    #expect(
      lines.all.last == "<-! network POST https://h.test/login?api_key=***&page=1, 0 ms: URLError.timedOut (too late)"
    )
  }

  @Test func `an attempt is logged each time with its cause, a call once`() throws {
    let twice = Middleware("twice", slot: .retry) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in
        _ = try next.run(request)
        return try next.run(request.caused(by: .retry(1)))
      }
    }
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [log(.basic, at: .call), twice, log(.basic)])

    _ = try Pipeline(stage).runSynchronously(Request(url: try URL(http: "http://h.test/")))

    #expect("\(stage)" == "log(basic) { twice { log(basic) { send } } }")
    #expect(
      lines.all == [
        "--> GET http://h.test/", "--> GET http://h.test/", "<-- 200 (0 bytes) GET http://h.test/, 0 ms",
        "--> GET http://h.test/ (retry 1)", "<-- 200 (0 bytes) GET http://h.test/, 0 ms",
        "<-- 200 (0 bytes) GET http://h.test/, 0 ms",
      ]
    )
  }

  @Test func `logs what travels to a real server`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/ping") { _ in .text("pong") }
    let stage = Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [log(.body)])

    _ = try await stage(Request(url: try URL(http: server.url("/ping"))))

    #expect(lines.all.first?.hasPrefix("--> GET \(server.url("/ping"))") == true)
    #expect(lines.all.last?.hasSuffix("\n\npong") == true)
  }
}
