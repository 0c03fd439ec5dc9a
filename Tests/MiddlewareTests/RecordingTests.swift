import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
  private let recorder = HTTPArchiveRecorder()
  private let start = Date(timeIntervalSince1970: 1_000_000_000.25)

  private func record(_ connector: any HTTPConnector, _ request: Request) {
    let middleware = Middleware.record(into: recorder, clock: TestClock(), now: { [start] in start })
    _ = try? Pipeline(Stage.sending(over: connector).wrapped(in: [middleware])).runSynchronously(request)
  }

  private func request(_ path: String, method: HTTPMethod = .get) throws -> Request {
    Request(url: try URL(http: "http://h.test\(path)"), httpMethod: method)
  }

  @Test func `records what was sent and answered, in the order of the beginnings`() throws {
    record(StubConnector(Response(data: Data("one".utf8))), try request("/1"))
    record(StubConnector(Response(statusCode: 404)), try request("/2", method: .delete))
    for number in 3...20 { record(StubConnector(), try request("/\(number)")) }

    let entries = recorder.archive.entries

    #expect(entries.map(\.request.url.path) == (1...20).map { "/\($0)" })
    #expect(entries.prefix(3).map(\.request.httpMethod) == [.get, .delete, .get])
    #expect(entries.prefix(3).map { $0.response?.statusCode } == [200, 404, 200])
    #expect(entries.first?.response?.data == Data("one".utf8))
    #expect(entries.first?.startedAt == start)
  }

  @Test func `masks secrets before they are kept`() throws {
    var sent = try request("/login?api_key=s3cret", method: .post)
    sent.headers = ["Authorization": "s3cret", "Referer": "http://h.test/?token=s3cret"]
    sent.body = RequestBody(Data(#"{"password":"s3cret"}"#.utf8), contentType: "application/json")
    let answer = Response(
      headers: ["Set-Cookie": "s3cret", "Location": "/next?code=s3cret"],
      data: Data(#"{"refresh_token":"s3cret"}"#.utf8),
      url: URL(string: "http://ada:s3cret@h.test/?sig=s3cret")
    )

    record(StubConnector(answer), sent)
    let text = String(decoding: try recorder.archive.data(), as: UTF8.self)

    #expect(!text.contains("s3cret"))
    #expect(text.contains("/login?api_key=***"))
  }

  @Test func `names cookies, and masks their values`() throws {
    var sent = try request("/")
    sent.headers = ["Cookie": "sid=s3cret; theme=s3cret;s3=s3cret=", "cookie": "s3cret"]
    let answer = Response(headers: [
      "Set-Cookie": "sid=s3cret; Path=/a; Secure; SameSite=Lax; X-Odd=s3cret", "Set-Cookie": "s3cret",
    ])

    record(StubConnector(answer), sent)
    let entry = try #require(recorder.archive.entries.first)
    let har = HARFile.Entry(entry)

    #expect(!String(decoding: try recorder.archive.data(), as: UTF8.self).contains("s3cret"))
    #expect(entry.request.headers == ["Cookie": "sid=***; theme=***; s3=***", "cookie": "***"])
    #expect(har.request.cookies?.cookies.map(\.name) == ["sid", "theme", "s3", ""])
    #expect(
      har.response.cookies?.cookies == [
        HARFile.Cookie(name: "sid", value: "***", path: "/a", httpOnly: false, secure: true, sameSite: "Lax"),
        HARFile.Cookie(name: "", value: "***", httpOnly: false, secure: false),
      ]
    )
  }

  @Test func `records each redirect as it was sent and answered`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .redirect(to: "/next?token=s3cret", status: 303).header("Set-Cookie", "sid=s3cret; Path=/"))
    server.on(.get, "/next", .redirect(to: "/there", status: 308)).on(.get, "/there", .text("there"))
    let connector = DefaultHTTPConnector.patient
    connector.cookieJar = CookieJar()
    var sent = Request(url: try URL(http: server.url("/")), httpMethod: .post, headers: ["X-Page": "1"])
    sent.body = RequestBody(Data("n=1".utf8), contentType: "application/x-www-form-urlencoded")

    let response = try await Stage.sending(over: connector).wrapped(in: [.record(into: recorder)])(sent)

    let entries = recorder.archive.entries
    #expect(try response.text() == "there")
    #expect(response.request == sent)
    #expect(entries.map(\.request.url.absoluteString) == ["/", "/next?token=***", "/there"].map { server.url($0) })
    #expect(entries.map(\.request.httpMethod) == [.post, .get, .get])
    #expect(entries.map { $0.response?.statusCode } == [303, 308, 200])
    #expect(entries.map(\.isRedirectFollowed) == [true, true, false])
    #expect(entries.map { $0.request.headers["Cookie"] } == [nil, "sid=***", "sid=***"])
    #expect(entries.map { HARFile.Entry($0).response.redirectURL } == ["/next?token=***", "/there", ""])
    #expect(entries.map { HARFile.Entry($0).request.bodySize } == [3, 0, 0])
    #expect(
      try HTTPArchive(data: recorder.archive.data()).entries.map(\.redirectTarget) == entries.map(\.redirectTarget)
    )
  }

  @Test func `a redirect before a failure is recorded, and an unfollowed one is the response`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/broken")).on(.get, "/broken", .fault(.closeBeforeResponse))
    let connector = DefaultHTTPConnector.patient
    let stage = Stage.sending(over: connector).wrapped(in: [.record(into: recorder)])
    let sent = Request(url: try URL(http: server.url("/")))

    _ = try? await stage(sent)
    connector.isRedirectEnabled = false
    _ = try? await stage(sent)

    let entries = recorder.archive.entries
    #expect(entries.map(\.request.url.path) == ["/", "/broken", "/"])
    #expect(entries.map { $0.response?.statusCode } == [302, nil, 302])
    #expect(entries.map(\.isRedirectFollowed) == [true, false, false])
    #expect(entries[1].errorCode != nil)
  }

  #if os(Linux)
    @Test func `records the version of HTTP`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("pong"))
      let request = Request(url: try URL(http: server.url("/")))

      _ = try await Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.record(into: recorder)])(request)

      #expect(recorder.archive.entries.map(\.httpVersion) == ["HTTP/1.1"])
    }
  #endif

  @Test func `records the length of a body that is not recorded`() throws {
    let folder = try TemporaryFolder()
    var form = try request("/", method: .post)
    form.body = try MultipartFormData([.text("Ada", name: "name")]).content()
    var file = try request("/", method: .post)
    file.body = RequestBody(file: folder.file("a.txt"))

    for request in [form, file] { record(StubConnector(), request) }

    let sizes = recorder.archive.entries.map { HARFile.Entry($0).request.bodySize }
    #expect(sizes == [form.body?.length.map(Int.init), -1])
  }

  @Test func `records neither a multipart form nor a credential in a header`() throws {
    var sent = try request("/", method: .post)
    sent.headers = ["X-Odd": "s3cret"]
    sent.context[ConfidentialHeadersKey.self] = ["X-Odd"]
    sent.body = try MultipartFormData([.text("s3cret", name: "password")]).content()

    record(StubConnector(), sent)

    #expect(recorder.archive.entries.map(\.request.headers) == [["X-Odd": "***"]])
    #expect(recorder.archive.entries.first?.request.body == nil)
  }

  @Test func `records no body whose secrets it can't find`() throws {
    var sent = try request("/", method: .post)
    sent.body = RequestBody(Data(#"{"password":"s3cret\#(String(repeating: ".", count: 2_000))"}"#.utf8))

    let stage = Stage.sending(over: StubConnector()).wrapped(in: [.compress(), .record(into: recorder)])
    _ = try Pipeline(stage).runSynchronously(sent)

    #expect(recorder.archive.entries.map { $0.request.headers["Content-Encoding"] } == ["gzip"])
    #expect(recorder.archive.entries.first?.request.body == nil)
  }

  @Test func `records a failure with its code`() throws {
    record(StubConnector.failing(URLError(.networkConnectionLost)), try request("/1"))

    #expect(recorder.archive.entries.map(\.errorCode) == [URLError.Code.networkConnectionLost.rawValue])
    #expect(recorder.archive.entries.first?.response == nil)
  }

  @Test func `drops the oldest exchanges beyond its limit`() throws {
    let recorder = HTTPArchiveRecorder(byteLimit: 25_000)
    let stage = Stage.sending(over: StubConnector(Response(data: Data(count: 9_000))))
      .wrapped(in: [.record(into: recorder)])

    for number in 1...5 { _ = try Pipeline(stage).runSynchronously(try request("/\(number)")) }

    #expect(recorder.archive.entries.map(\.request.url.path) == ["/4", "/5"])
    #expect(recorder.droppedCount == 3)
  }

  @Test func `what ends after it was dropped does not come back`() async throws {
    let recorder = HTTPArchiveRecorder(byteLimit: 5_000)
    let (manual, stub) = (ManualConnector(), StubConnector(Response(data: Data(count: 9_000))))
    let late = Pipeline(Stage.sending(over: manual).wrapped(in: [.record(into: recorder)])).start(try request("/late"))

    _ = try Pipeline(Stage.sending(over: stub).wrapped(in: [.record(into: recorder)])).runSynchronously(
      try request("/large")
    )
    manual.answer(0)
    _ = try await late.value

    #expect(recorder.archive.entries.isEmpty)
    #expect(recorder.droppedCount == 2)
  }

  @Test func `records a body that was downloaded to a file`() throws {
    let folder = try TemporaryFolder()
    var download = try request("/a")
    download.destination = .file(folder.file("a.txt"))

    record(StubConnector(Response(data: Data("saved".utf8))), download)

    #expect(recorder.archive.entries.first?.response?.data == Data("saved".utf8))
  }

  @Test func `records a hundred exchanges at once, each whole`() async throws {
    let stage = Stage.sending(over: StubConnector { Response(data: Data($0.url.path.utf8)) })
      .wrapped(in: [.record(into: recorder), Middleware("yield") { try await $1($0) }])

    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        let request = try request("/\(number)")
        group.addTask { _ = try await stage(request) }
      }
      try await group.waitForAll()
    }

    let entries = recorder.archive.entries
    #expect(entries.count == 100)
    #expect(entries.allSatisfy { $0.response?.data == Data($0.request.url.path.utf8) })
  }
}
