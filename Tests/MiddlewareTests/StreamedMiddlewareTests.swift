import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What each middleware does at the head of a streamed response.
@Suite(.timeLimit(.minutes(1)))
struct StreamedMiddlewareTests {
  private let clock = TestClock()
  private let connector = ManualConnector()

  private func request() throws -> Request {
    Request(url: try URL(http: "http://h.test/"), delivery: .stream)
  }

  private func start(_ middleware: Middleware...) throws -> Promise<Never, Response, ConnectionError> {
    Pipeline(Stage.sending(over: connector).wrapped(in: middleware)).start(try request())
  }

  private func answer(_ number: Int, _ stream: ResponseStream) async throws {
    try await connector.begun(number + 1)
    connector.answer(number, Response(stream: stream))
  }

  @Test func `retry decides by the head, and not again when the stream fails`() async throws {
    let promise = try start(.retry(RetryPolicy(limit: 2, backoff: .constant(.zero), budget: nil), clock: clock))
    let (stream, writer) = ResponseStream.make()
    try await connector.begun(1)
    connector.answer(0, Response(statusCode: 503))
    try await answer(1, stream)

    let body = try await promise.value.stream
    writer.fail(URLError(.networkConnectionLost))

    await #expect(throws: ConnectionError.self) { try await body?.collect(upTo: 10) }
    #expect(connector.requests.count == 2)
  }

  @Test func `authorize refreshes by the head`() async throws {
    let tokens = BearerTokens(BearerToken(access: "old", refresh: "r")) { _ in BearerToken(access: "new") }
    let promise = try start(.bearer(tokens))
    let (stream, writer) = ResponseStream.make()
    try await connector.begun(1)
    connector.answer(0, Response(statusCode: 401))
    try await answer(1, stream)
    writer.finish()

    #expect(try await promise.value.stream?.collect(upTo: 0) == Data())
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func `the circuit breaker counts the head, and not the stream's end`() async throws {
    let events = Record<String>()
    let breaker = Middleware.circuitBreaker(CircuitPolicy(failureRatio: 0.5, of: 1))
    let watch = Middleware.observe { if case .circuit(let state, _) = $0.kind { events.add("\(state)") } }
    let promise = try start(breaker, watch)
    let (stream, writer) = ResponseStream.make()
    try await answer(0, stream)
    let body = try await promise.value.stream

    writer.fail(URLError(.networkConnectionLost))

    await #expect(throws: ConnectionError.self) { try await body?.collect(upTo: 10) }
    #expect(events.all.isEmpty)
  }

  @Test func `fallback decides by the head, and returns a stream`() async throws {
    let promise = try start(.fallback(to: Response(data: Data("instead".utf8))))
    try await connector.begun(1)
    connector.fail(0, URLError(.cannotConnectToHost))

    #expect(try await promise.value.stream?.collect(upTo: 10) == Data("instead".utf8))
  }

  @Test func `a hedge's loser is cancelled, and the winner's stream goes on`() async throws {
    let promise = try start(.hedge(after: .seconds(1), clock: clock))
    try await connector.begun(1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    let (stream, writer) = ResponseStream.make()
    try await answer(1, stream)

    let body = try await promise.value.stream
    try await connector.told(.cancel(0))
    try await writer.write(Data("won".utf8))
    writer.finish()

    #expect(try await body?.collect(upTo: 10) == Data("won".utf8))
  }

  @Test func `the limit of an attempt ends with the head`() async throws {
    let promise = try start(.timeout(attempt: .seconds(1), clock: clock))
    let (stream, writer) = ResponseStream.make()
    try await answer(0, stream)
    let body = try await promise.value.stream

    clock.advance(by: .seconds(10))
    writer.finish()

    #expect(try await body?.collect(upTo: 10) == Data())
  }

  @Test(arguments: [false, true])
  func `the limit of the call counts to the end of the stream`(isAtOnce: Bool) async throws {
    let (stream, writer) = ResponseStream.make()
    let stops = Gate()
    writer.onCancel { stops.open() }
    let response = Response(stream: stream)
    let connector: any HTTPConnector = isAtOnce ? StubConnector(response) : self.connector
    let stage = Stage.sending(over: connector).wrapped(in: .timeout(total: .seconds(5), clock: clock))
    let promise = Pipeline(stage).start(try request())
    if !isAtOnce { try await answer(0, stream) }
    let body = try await promise.value.stream

    clock.advance(by: .seconds(4))
    let isOpen = stream.buffer.isOpen
    clock.advance(by: .seconds(1))

    try await stops.wait()
    let error = await #expect(throws: ConnectionError.self) { try await body?.collect(upTo: 10) }
    #expect(isOpen)
    #expect((error?.nativeError as? TimedOut)?.scope == .total)
    #expect((error?.nativeError as? TimedOut)?.limit == .seconds(5))
  }

  @Test func `the limit of the call ends with the stream`() async throws {
    let (stream, writer) = ResponseStream.make()
    let promise = try start(.timeout(total: .seconds(5), clock: clock))
    try await answer(0, stream)
    let body = try await promise.value.stream
    writer.finish()
    clock.advance(by: .seconds(6))

    #expect(try await body?.collect(upTo: 10) == Data())
  }

  @Test(arguments: [false, true])
  func `a permit is given back at the end of the stream, however it ends`(isCancelled: Bool) async throws {
    let limiter = ConcurrencyLimitStrategy(limit: 1, queue: 10, scope: .perHost)
    let promise = try start(.concurrencyLimit(by: limiter))
    let (stream, writer) = ResponseStream.make()
    try await answer(0, stream)
    let body = try await promise.value.stream
    let isIdle = limiter.isIdle(for: try request())

    if isCancelled { body?.cancel() } else { writer.finish() }

    #expect(!isIdle)
    #expect(limiter.isIdle(for: try request()))
  }

  @Test func `cache, coalesce, and record let the request pass, and the trace has the reason`() async throws {
    let recorder = HTTPArchiveRecorder()
    let store = MemoryCache()
    let traces = ObservedValue<[CallTrace]>([])
    let stub = StubConnector(Response(headers: ["Cache-Control": "max-age=60"], data: Data("all".utf8)))
    let stage = Stage.sending(over: stub).wrapped(
      in: .cache(store),
      .coalesce(),
      .record(into: recorder),
      .trace { trace in traces.update { $0.append(trace) } }
    )

    for _ in 0..<2 { #expect(try await stage(request()).stream?.collect(upTo: 10) == Data("all".utf8)) }

    try await traces.wait { $0.count == 2 }
    let text = "\(traces.value[0])"
    #expect(stub.requestCount == 2)
    #expect(recorder.archive.entries.isEmpty)
    #expect(text.contains("bypassed: the response is streamed"))
    #expect(text.contains("not coalesced: the response is streamed"))
    #expect(text.contains("not recorded: the response is streamed"))
  }

  @Test func `log and observe tell the head and the end`() async throws {
    let lines = ObservedValue<[String]>([])
    let kinds = ObservedValue<[String]>([])
    let promise = try start(
      .log(clock: clock) { line in lines.update { $0.append(line) } },
      .observe(clock: clock) { event in
        kinds.update { kinds in
          switch event.kind {
          case .streaming(let response): kinds.append("streaming \(response.stream == nil)")
          case .ended(.failure(let error)): kinds.append("ended \(error.type)")
          default: break
          }
        }
      }
    )
    let (stream, writer) = ResponseStream.make()
    try await answer(0, stream)
    let body = try await promise.value.stream
    let (linesAtHead, kindsAtHead) = (lines.value, kinds.value)

    try await writer.write(Data("one".utf8))
    writer.fail(URLError(.networkConnectionLost))

    try await lines.wait { $0.count == 3 }
    try await kinds.wait { $0.count == 2 }
    #expect(linesAtHead.last == "<-- 200 (stream) GET http://h.test/, 0 ms")
    #expect(kindsAtHead == ["streaming true"])
    #expect(lines.value.last?.hasPrefix("<-! network GET http://h.test/, 0 ms") == true)
    #expect(kinds.value.last == "ended network")
    withExtendedLifetime(body) {}
  }

  @Test func `the log shows the length of a stream`() async throws {
    let lines = ObservedValue<[String]>([])
    let stub = StubConnector(Response(data: Data("all".utf8)))
    let stage = Stage.sending(over: stub).wrapped(in: .log(clock: clock) { line in lines.update { $0.append(line) } })

    _ = try await stage(request())

    try await lines.wait { $0.count == 3 }
    #expect(lines.value.last == "<-- end of stream (3 bytes) GET http://h.test/, 0 ms")
  }
}
