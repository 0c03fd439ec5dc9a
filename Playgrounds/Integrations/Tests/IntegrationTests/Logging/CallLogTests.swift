import AbstractHTTP
import AbstractHTTPLogging
import AbstractHTTPTesting
import Foundation
import InMemoryLogging
import Logging
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallLogTests {
  private let handler: InMemoryLogHandler
  private let logger: Logger

  init() {
    var handler = InMemoryLogHandler()
    handler.logLevel = .trace
    self.handler = handler
    logger = Logger(label: "test") { [handler] _ in handler }
  }

  private var entries: [InMemoryLogHandler.Entry] { handler.entries }

  private func stage(_ connector: any HTTPConnector, _ middleware: Middleware...) -> Stage<Request, Response> {
    Stage.sending(over: connector).wrapped(in: middleware + [.log(to: logger)])
  }

  private func request(_ url: String = "https://api.test/stock/7") throws -> Request {
    Request(url: try #require(URL(string: url)))
  }

  @Test func `a call that is answered is one message at info, with its metadata`() async throws {
    _ = try await stage(StubConnector(Response(data: Data("ok".utf8))))(request())

    let ends = entries.filter { $0.level == .info }
    #expect(ends.map { "\($0.message)" } == ["GET https://api.test/stock/7 → 200 (2 bytes)"])
    let metadata = try #require(ends.first).metadata
    #expect(metadata["http.request.method"] == "GET" && metadata["server.address"] == "api.test")
    #expect(metadata["http.response.status_code"] == "200" && metadata["http.call.attempts"] == "1")
    #expect(metadata["url.full"] == "https://api.test/stock/7" && metadata["http.call.duration_ms"] != nil)
  }

  @Test func `every message of a call has its number, and no other call's`() async throws {
    let stage = stage(StubConnector())

    _ = try await stage(request())
    let first = Set(entries.map { $0.metadata["http.call.id"]?.description })
    _ = try await stage(request())
    let all = Set(entries.map { $0.metadata["http.call.id"]?.description })

    #expect(first.count == 1 && all.count == 2 && !all.contains(nil))
  }

  @Test(arguments: [(200, Logger.Level.info), (399, .info), (404, .notice), (503, .notice)])
  func `the level follows the status`(status: Int, level: Logger.Level) async throws {
    _ = try await stage(StubConnector(Response(statusCode: status)))(request())

    #expect(entries.last?.level == level)
  }

  @Test func `an error is logged with its type, and a cancellation isn't an error`() async throws {
    let failing = StubConnector(sequence: [.failure(URLError(.timedOut)), .failure(URLError(.cancelled))])
    let stage = stage(failing)

    for _ in 0..<2 { await #expect(throws: ConnectionError.self) { try await stage(request()) } }

    let ends = entries.filter { $0.metadata["http.call.attempts"] != nil }
    #expect(ends.map(\.level) == [.error, .debug])
    #expect(ends.first?.metadata["error.type"] == "network")
  }

  @Test func `attempts have their number and their cause, and the decision between them is logged`() async throws {
    let flaky = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])
    let retry = Middleware.retry(RetryPolicy(limit: 1, backoff: .constant(.zero)))

    _ = try await stage(flaky, retry)(request())

    let starts = entries.filter { $0.metadata["http.attempt.cause"] != nil }
    #expect(starts.map { $0.metadata["http.attempt"] } == ["1", "2"])
    #expect(starts.map { $0.metadata["http.attempt.cause"] } == ["call", "retry(1)"])
    #expect(entries.contains { "\($0.message)".hasPrefix("retries after") })
    #expect(entries.last?.metadata["http.call.attempts"] == "2")
  }

  @Test func `no secret is logged at any level`() async throws {
    let error = URLError(
      .timedOut,
      userInfo: ["NSErrorFailingURLStringKey": "https://api.test/?token=s3cret"]
    )
    let connector = StubConnector(sequence: [
      .success(Response(headers: ["Set-Cookie": "id=s3cret"], data: Data("s3cret".utf8))), .failure(error),
    ])
    let stage = stage(connector, .apiKey("s3cret", in: .query("k"), for: .anyOrigin))
    var request = try request("https://ada:s3cret@api.test/?token=s3cret#access_token=s3cret")
    request.headers["Authorization"] = "Bearer s3cret"
    request.body = RequestBody(Data("s3cret".utf8))
    request.httpMethod = .post

    _ = try await stage(request)
    await #expect(throws: ConnectionError.self) { try await stage(request) }

    #expect(entries.count > 6)
    for entry in entries { #expect(!"\(entry.message) \(entry.metadata)".contains("s3cret")) }
  }

  @Test func `a streamed call ends with its stream`() async throws {
    let (stream, writer) = ResponseStream.make()
    let connector = StubConnector(Response(stream: stream))
    var request = try request()
    request.delivery = .stream

    let body = try #require(try await stage(connector)(request).stream)
    let isEnded = entries.contains { $0.level == .info }
    try await writer.write(Data("one".utf8))
    writer.finish()
    _ = try await body.collect(upTo: 10)
    while !entries.contains(where: { $0.level == .info }) {
      try Task.checkCancellation()
      await Task.yield()
    }

    #expect(!isEnded)
    #expect(entries.contains { "\($0.message)".hasPrefix("streams") })
  }

  @Test func `the library's log and traces go to the logger`() async throws {
    let stage = Stage.sending(over: StubConnector(Response(statusCode: 204)))
      .wrapped(in: .log(.headers, write: logger.messages(at: .notice)), .trace(logger.traces(at: .warning)))
    var request = try request("https://api.test/?token=s3cret")
    request.headers["X-API-Key"] = "s3cret"

    _ = try await stage(request)

    #expect(entries.map(\.level) == [.notice, .notice, .warning])
    #expect("\(entries[0].message)" == "--> GET https://api.test/?token=***\nX-API-Key: ***")
    #expect(entries[2].metadata["http.call.attempts"] == "1")
  }
}
