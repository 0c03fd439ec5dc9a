@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Downloads that go on by a retry, over connectors that answer in memory, and what a program sees of them.
@Suite(.timeLimit(.minutes(1)))
struct ResumingPipelineTests {
  private let scene: ResumeScene
  private var folder: TemporaryFolder { scene.folder }

  init() throws { scene = try ResumeScene() }

  private var http: HTTP { HTTP(scene.server.url("/")) }

  @Test func `a retry goes on`() async throws {
    scene.serve()
    let retry = Middleware.retry(RetryPolicy(backoff: .constant(.zero), budget: nil))

    let file = try await http.use(retry).download(to: scene.destination).value

    #expect(file == folder.file("a"))
    #expect(scene.ranges == [nil, "bytes=\(ResumeScene.cut)-"])
    #expect(scene.isWhole)
  }

  @Test func `a retry of the promise goes on`() async throws {
    scene.serve()

    let file = try await http.download(to: scene.destination).retry(3).value

    #expect(file == folder.file("a"))
    #expect(scene.ranges == [nil, "bytes=\(ResumeScene.cut)-"])
    #expect(scene.isWhole)
  }

  /// Exchanges over a connector that knows nothing of destinations.
  private func send(over connector: any HTTPConnector) async throws -> Response {
    try await Stage.sending(over: connector)(scene.request())
  }

  private static func answer(_ request: Request) -> Response {
    guard let range = request.headers["Range"], let start = Int(range.dropFirst(6).dropLast()) else {
      return Response(headers: ResumeScene.tag, data: ResumeScene.body)
    }
    let rest = "bytes \(start)-199999/200000"
    return Response(
      statusCode: 206,
      headers: ResumeScene.tag.merging(["Content-Range": rest]),
      data: Data(ResumeScene.body.dropFirst(start))
    )
  }

  @Test func `a response that a connector leaves in memory is joined to the part`() async throws {
    try scene.leavePart()
    let connector = StubConnector { Self.answer($0) }

    let response = try await send(over: connector)

    #expect(connector.requests.map { $0.headers["If-Range"] } == [#""1""#])
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(response.request?.headers["Range"] == nil)
    #expect(response.data.isEmpty)
    #expect(scene.isWhole)
  }

  @Test func `a connector that goes on later is joined as well`() async throws {
    try scene.leavePart()
    let clock = TestClock()
    let connector = StubConnector { Self.answer($0) }.delayed(by: .seconds(1), clock: clock)

    async let response = send(over: connector)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))

    #expect(try await response.resumedFrom == Int64(ResumeScene.cut))
    #expect(scene.isWhole)
  }

  @Test func `a whole file in memory takes the place of the part`() async throws {
    try scene.leavePart()
    let connector = StubConnector(Response(headers: ResumeScene.tag, data: ResumeScene.body))

    let response = try await send(over: connector)

    #expect(response.resumedFrom == nil)
    #expect(scene.isWhole)
  }

  @Test(arguments: ["bytes 1-199999/200000", "bytes 120000-199999/200001", "none"])
  func `a range in memory that does not fit begins anew, once`(range: String) async throws {
    try scene.leavePart()
    let misfit = Response(
      statusCode: 206,
      headers: ResumeScene.tag.merging(["Content-Range": range]),
      data: Data("x".utf8)
    )
    let connector = StubConnector { $0.headers["Range"] == nil ? Self.answer($0) : misfit }

    let response = try await send(over: connector)

    #expect(connector.requests.map { $0.headers["Range"] } == ["bytes=\(ResumeScene.cut)-", nil])
    #expect(response.resumedFrom == nil)
    #expect(scene.isWhole)
  }

  @Test func `a range in memory that nobody asked for is an error`() async throws {
    try scene.leavePart()
    let connector = StubConnector(Response(statusCode: 206, data: Data("x".utf8)))

    let error = await #expect(throws: ConnectionError.self) { try await send(over: connector) }

    #expect((error?.nativeError as? URLError)?.code == .badServerResponse)
    #expect(connector.requests.count == 2)
    #expect(folder.names == [])
  }

  @Test func `a connector that fails leaves the part, and the error has the request as it was`() async throws {
    try scene.leavePart()

    let error = await #expect(throws: ConnectionError.self) {
      try await send(over: StubConnector.failing(URLError(.timedOut)))
    }

    #expect(error?.request?.headers["Range"] == nil)
    #expect(error?.request?.context[ResumptionKey.self] == nil)
    #expect(scene.destination.partial()?.received == Int64(ResumeScene.cut))
  }

  @Test func `a connector around the default one leaves the joining to it`() async throws {
    scene.server.on(.get, "/", ResumeScene.rest)
    try scene.leavePart()

    let response = try await send(over: Around(.patient))

    #expect(scene.ranges == ["bytes=\(ResumeScene.cut)-"])
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(scene.isWhole)
  }

  @Test(arguments: ["Range", "If-Range", "If-None-Match", "If-Modified-Since"])
  func `a request with a range or a condition of its own is left alone`(name: String) async throws {
    try scene.leavePart()
    var request = try scene.request()
    request.headers[name] = "x"
    let connector = StubConnector(Response(data: ResumeScene.body))

    _ = try await Stage.sending(over: connector)(request)

    #expect(connector.requests.first?.headers == [name: "x"])
    #expect(folder.names == [".a.part", ".a.part.json", "a"])
  }

  @Test func `only a GET without a body goes on`() async throws {
    try scene.leavePart()
    var request = try scene.request()
    request.httpMethod = .post
    request.body = RequestBody(Data("x".utf8))

    #expect(Resumption(request) == nil)
    request.httpMethod = .get
    #expect(Resumption(request) == nil)
    request.body = nil
    let resumption = Resumption(request)
    #expect(resumption?.offset == Int64(ResumeScene.cut))
    resumption?.leave()
  }

  @Test func `tells what there is, and discards it`() throws {
    let url = scene.server.url("/a")
    try scene.leavePart("/a")
    let inFolder = DownloadDestination.directory(folder.url, options: .resumable)
    let partial = try #require(scene.destination.partial())

    #expect(partial.received == Int64(ResumeScene.cut))
    #expect(partial.total == 200_000)
    #expect(partial.fractionReceived == 0.6)
    #expect(partial.address == url)
    #expect(inFolder.partial(from: URL(string: url)) == partial)
    #expect(inFolder.partial(from: URL(string: url + "?page=2")) == nil)
    #expect(DownloadDestination.choosing(options: .resumable) { _ in folder.file("a") }.partial() == nil)

    try scene.destination.discardPartial()
    try scene.destination.discardPartial()

    #expect(scene.destination.partial() == nil)
    #expect(folder.names == [])
  }
}

/// A connector that hands everything to another.
private final class Around: HTTPConnector {
  private let inner: DefaultHTTPConnector

  init(_ inner: DefaultHTTPConnector) { self.inner = inner }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    inner.execute(request: request, complete: complete)
  }

  func cancel() { inner.cancel() }
}
