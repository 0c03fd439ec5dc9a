import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ReplayConnectorTests {
  private func entry(_ url: String, _ status: Int, method: HTTPMethod = .get) throws -> HTTPArchive.Entry {
    HTTPArchive.Entry(
      request: Request(url: try URL(http: url), httpMethod: method),
      response: Response(statusCode: status)
    )
  }

  private func status(_ connector: ReplayConnector, _ url: String, method: HTTPMethod = .get) throws -> Int {
    let request = Request(url: try URL(http: url), httpMethod: method)
    return try Pipeline(Stage.sending(over: connector)).runSynchronously(request).statusCode
  }

  @Test func `answers by method and URL, in the order of the recording, and goes on with the last`() throws {
    let connector = ReplayConnector(
      HTTPArchive([
        try entry("http://h.test/a", 500), try entry("http://h.test/b", 201), try entry("http://h.test/a", 200),
        try entry("http://h.test/a", 204, method: .put),
      ])
    )

    let statuses = try (0..<3).map { _ in try status(connector, "http://h.test/a") }

    #expect(statuses == [500, 200, 200])
    #expect(try status(connector, "http://h.test/a", method: .put) == 204)
    #expect(connector.unplayed.map(\.request.url.path) == ["/b"])
    #expect(connector.requests.count == 4)
  }

  @Test(arguments: [
    ("http://h.test/?a=1&token=***", "http://h.test/?a=1&token=anything", true),
    ("http://h.test/?a=1&token=***", "http://ada:pw@h.test/?a=1&token=#top", true),
    ("http://h.test/?a=1&token=***", "http://h.test/?a=2&token=anything", false),
    ("http://h.test/?token=***", "http://h.test/?token=1&a=1", false),
    ("http://h.test/p", "http://h.test/p?", true),
    ("http://h.test/p", "https://h.test/p", false),
    ("http://h.test/p", "http://h.test/p/", false),
  ])
  func `a masked value fits any, all else must be the same`(recorded: String, url: String, fits: Bool) throws {
    let request = Request(url: try URL(http: url))

    #expect(try entry(recorded, 200).answers(request) == fits)
  }

  @Test func `says what was asked for and what was recorded where nothing fits`() throws {
    let connector = ReplayConnector(HTTPArchive([try entry("http://h.test/a", 200)]))

    let error = #expect(throws: ConnectionError.self) { try status(connector, "http://h.test/b") }

    #expect(error?.type == .network)
    let native = try #require(error?.nativeError as? NotRecorded)
    #expect("\(native)" == "GET http://h.test/b was not recorded; recorded were: GET http://h.test/a")
  }

  @Test func `fails as the recording did`() throws {
    let lost = HTTPArchive.Entry(
      request: Request(url: try URL(http: "http://h.test/")),
      response: nil,
      errorCode: URLError.Code.networkConnectionLost.rawValue
    )

    let error = #expect(throws: ConnectionError.self) {
      try status(ReplayConnector(HTTPArchive([lost])), "http://h.test/")
    }

    #expect((error?.nativeError as? URLError)?.code == .networkConnectionLost)
  }

  @Test func `what was cancelled is passed over`() throws {
    let url = "http://h.test/"
    let cancelled = HTTPArchive.Entry(
      request: Request(url: try URL(http: url)),
      response: nil,
      errorCode: URLError.Code.cancelled.rawValue
    )

    let connector = ReplayConnector(HTTPArchive([cancelled, try entry(url, 201)]))

    #expect(try status(connector, url) == 201)
  }

  @Test func `one's own matching may look at more`() throws {
    let archive = HTTPArchive([try entry("http://h.test/a", 201), try entry("http://h.test/b", 202)])

    let connector = ReplayConnector(archive, matching: { entry, _ in entry.request.url.path == "/b" })

    #expect(try status(connector, "http://other.test/") == 202)
  }

  private func redirect(_ url: String, to location: String) throws -> HTTPArchive.Entry {
    var entry = HTTPArchive.Entry(
      request: Request(url: try URL(http: url)),
      response: Response(statusCode: 302, headers: ["Location": location])
    )
    entry.isRedirectFollowed = true
    return entry
  }

  @Test func `a redirect that was followed is followed through the archive`() throws {
    var seen = try redirect("http://h.test/seen", to: "/d")
    seen.isRedirectFollowed = false
    let connector = ReplayConnector(
      HTTPArchive([
        try redirect("http://h.test/a", to: "b?token=***#top"),
        try redirect("http://h.test/b?token=***", to: "//i.test/c"),
        try entry("http://i.test/c", 201), try entry("http://i.test/c", 202), seen,
        try redirect("http://h.test/lost", to: "/x"),
        try redirect("http://h.test/loop", to: "/loop"), try entry("http://h.test/d", 200),
      ])
    )

    let statuses = try ["a", "a", "a", "seen", "lost", "loop"].map { try status(connector, "http://h.test/\($0)") }

    #expect(statuses == [201, 202, 202, 302, 302, 302])
    #expect(connector.unplayed.map(\.request.url.path) == ["/d"])
  }

  @Test func `a real server's redirects are replayed without it`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .redirect(to: "/there?code=s3cret", status: 303)).on(.get, "/there", .text("there"))
    let recorder = HTTPArchiveRecorder()
    let request = Request(url: try URL(http: server.url("/")), httpMethod: .post)
    let recorded = try await Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.record(into: recorder)])(
      request
    )
    server.stop()

    let archive = try HTTPArchive(data: try recorder.archive.data())
    let connector = ReplayConnector(archive)
    let replayed = try await Stage.sending(over: connector)(request)

    #expect(archive.entries.count == 2)
    #expect(replayed.statusCode == 200)
    #expect(replayed.data == recorded.data)
    #expect(replayed.request == request)
    #expect(connector.unplayed.isEmpty)
  }

  @Test func `what a real server answered is answered again without it`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/users/:id") { request in .json(#"{"id": "\#(request.parameters["id"] ?? "")"}"#) }
    let recorder = HTTPArchiveRecorder()
    let request = Request(url: try URL(http: server.url("/users/7?access_token=s3cret")))
    let recorded = try await Stage.sending(over: DefaultHTTPConnector.patient)
      .wrapped(in: [.record(into: recorder)])(request)
    server.stop()

    let archive = try HTTPArchive(data: try recorder.archive.data())
    let replayed = try await Stage.sending(over: ReplayConnector(archive))(request)

    #expect(replayed.statusCode == recorded.statusCode)
    #expect(replayed.headers == recorded.headers)
    #expect(replayed.data == recorded.data)
  }
}
