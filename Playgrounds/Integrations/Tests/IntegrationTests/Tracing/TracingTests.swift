import AbstractHTTP
import AbstractHTTPTesting
import AbstractHTTPTracing
import Foundation
import InMemoryTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(1)))
struct TracingTests {
  private let tracer = TraceContextTracer()
  private let retry = Middleware.retry(RetryPolicy(limit: 1, backoff: .constant(.zero)))

  private var spans: [FinishedInMemorySpan] { tracer.memory.finishedSpans }
  private var call: FinishedInMemorySpan? { spans.first { $0.kind == .internal } }
  private var attempts: [FinishedInMemorySpan] { spans.filter { $0.kind == .client } }

  private func stage(_ connector: any HTTPConnector, _ middleware: Middleware...) -> Stage<Request, Response> {
    Stage.sending(over: connector).wrapped(in: middleware + [.tracing(tracer)])
  }

  private func request(_ url: String = "https://api.test:8443/users/7") throws -> Request {
    Request(url: try #require(URL(string: url)))
  }

  @Test func `a call has a span, and each attempt one within it`() async throws {
    let flaky = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])

    _ = try await stage(flaky, retry)(request())

    #expect(call?.operationName == "GET")
    #expect(attempts.map(\.operationName) == ["GET attempt 1", "GET attempt 2"])
    #expect(attempts.allSatisfy { $0.parentSpanID == call?.spanID && $0.traceID == call?.traceID })
    #expect(call?.events.map(\.name).contains("retrying") == true)
    #expect(tracer.memory.activeSpans.isEmpty)
  }

  @Test func `each attempt sends its own traceparent`() async throws {
    let flaky = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])

    _ = try await stage(flaky, retry)(request())

    let expected = attempts.map { "00-\($0.traceID)-\($0.spanID)-01" }
    #expect(flaky.requests.map { $0.headers["traceparent"] } == expected)
    #expect(Set(expected).count == 2)
  }

  @Test func `statuses are recorded, and those from 400 are errors`() async throws {
    let flaky = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])

    _ = try await stage(flaky, retry)(request())

    #expect(attempts.map { $0.attributes.get("http.response.status_code") } == [.int64(503), .int64(200)])
    #expect(attempts.map { $0.status?.code } == [.error, nil])
    #expect(attempts.map { $0.attributes.get("http.request.resend_count") } == [nil, .int64(1)])
    #expect(call?.attributes.get("server.port") == .int64(8_443) && call?.status == nil)
  }

  @Test func `an error is recorded in the call and in the attempt, without secrets`() async throws {
    let stage = stage(StubConnector(sequence: [.failure(URLError(.timedOut))]))
    let request = try request("https://ada:s3cret@api.test/?token=s3cret")

    await #expect(throws: ConnectionError.self) { try await stage(request) }

    for span in spans {
      #expect(span.status?.code == .error && span.errors.count == 1)
      #expect(span.attributes.get("error.type") == .string("network"))
      #expect(span.attributes.get("url.full") == .string("https://api.test/?token=***"))
      #expect(span.errors.allSatisfy { !"\($0.error)".contains("s3cret") })
    }
    #expect(spans.count == 2)
  }

  @Test(arguments: [false, true])
  func `a call belongs to the span of the task that starts it`(isOnMainThread: Bool) async throws {
    let client = Client(baseURL: "https://api.test") { [tracer] in
      $0.httpConnector = { StubConnector() }
      $0.callbackInMainThread = isOnMainThread
      $0.use(.tracing(tracer))
    }

    try await tracer.withSpan("handler") { _ in _ = try await client.http("/").fetchString().value }

    let handler = try #require(spans.first { $0.operationName == "handler" })
    #expect(call?.parentSpanID == handler.spanID)
  }

  @Test func `a request can name the context that its call belongs to`() async throws {
    let parent = tracer.startSpan("parent")
    var request = try request()
    request.context[ParentContext.self] = parent.context

    _ = try await stage(StubConnector())(request)

    #expect(call?.parentSpanID == parent.spanID)
  }

  @Test func `what runs in an attempt belongs to its span`() async throws {
    let inner = Middleware("inner", at: .attempt) { [tracer] request, next in
      try await tracer.withSpan("inner") { _ in try await next(request) }
    }

    _ = try await Stage.sending(over: StubConnector()).wrapped(in: .tracing(tracer), inner)(request())

    #expect(spans.first { $0.operationName == "inner" }?.parentSpanID == attempts.first?.spanID)
  }

  @Test func `the span of a streamed call ends with its stream`() async throws {
    let (stream, writer) = ResponseStream.make()
    var request = try request()
    request.delivery = .stream

    let body = try #require(try await stage(StubConnector(Response(stream: stream)))(request).stream)
    let atHead = spans.map(\.kind)
    writer.finish()
    _ = try await body.collect(upTo: 10)
    while call == nil {
      try Task.checkCancellation()
      await Task.yield()
    }

    #expect(atHead == [.client])
  }
}
