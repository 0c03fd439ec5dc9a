import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct MiddlewareTests {
  private struct Refused: Error {}

  private let record = Record<String>()
  private let connector = StubConnector(Response(data: Data("pong".utf8)))

  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/")) }

  private func passing(_ name: String, at place: Middleware.Place = .call) -> Middleware {
    Middleware(name, at: place) { [record] request, next in
      record.add("\(name) >")
      defer { record.add("< \(name)") }
      return try await next(request)
    }
  }

  @Test func `a combination keeps each part in its place`() async throws {
    let both = Middleware("both", combining: passing("attempt", at: .attempt), passing("call"))
    let stage = Stage.sending(over: connector).wrapped(in: [both, .retry()])

    _ = try await stage(request())

    #expect(record.all == ["call >", "attempt >", "< attempt", "< call"])
    #expect("\(stage.outline)" == "call { retry(2) { attempt { send } } }")
  }

  @Test func `a credential in a combination stays with the origin of the base URL`() async throws {
    let client = Client(baseURL: "https://a.test") { [connector] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.use(Middleware("both", combining: .basic(user: "ada", password: "pw"), passing("call")))
    }

    for url in ["/", "https://b.test/"] { _ = try await client.http(url).fetchResponse().value }

    #expect(connector.requests.map { $0.headers.contains("Authorization") } == [true, false])
  }

  @Test func `a credential in a combination needs its origin, even if a derived client replaces a part of it`()
    async throws
  {
    let base = Client { [connector] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.use(Middleware("both", combining: .basic(user: "ada", password: "pw"), .retry()))
    }
    let derived = base.with { $0.use(.retry(5)) }

    let outcome = await derived.http("https://b.test/").fetchResponse().outcome

    #expect(outcome.errorInfo?.error?.nativeError is MissingOrigin)
    #expect(connector.requests.isEmpty)
  }

  private func wrapping(_ name: String, _ slot: MiddlewareSlot) -> Middleware {
    Middleware(name, slot: slot) { [record] next in
      Stage<Request, Request>.notifying(name) { (_: Request) in record.add(name) }.then(next)
    }
  }

  private static let builtIns: [Middleware] = [
    .observe { _ in }, .trace { _ in }, .fallback(to: Response()), .coalesce(), .cache(), .timeout(total: .seconds(1)),
    .timeout(attempt: .seconds(1)), .rateLimit(1, per: .seconds(1)), .retry(),
    .bearer(BearerTokens(nil) { token in token }), .authorize(BearerTokens(nil) { token in token }),
    .basic(user: "ada", password: "s3cret"), .circuitBreaker(), .concurrencyLimit(), .hedge(), .headers(["A": "b"]),
    .compress(), .plugins([], for: MultiTarget(Zen())), .record(into: HTTPArchiveRecorder()), .log(),
  ]

  @Test func `every built-in prints its name around what it wraps`() {
    for middleware in Self.builtIns {
      #expect("\(Stage.sending(over: connector).wrapped(in: middleware))" == "\(middleware.name) { send }")
    }
  }

  @Test func `a timeout of both kinds has the names of both`() {
    let middleware = Middleware.timeout(attempt: .seconds(1), total: .seconds(5))

    #expect(middleware.name == "totalTimeout(5s), timeout(1s)")
    #expect("\(Stage.sending(over: connector).wrapped(in: middleware))" == "totalTimeout(5s) { timeout(1s) { send } }")
  }

  @Test(.serialized, arguments: 0..<20)
  func `the slots are in their documented order, whatever the order of use`(seed: Int) throws {
    var random = Generator(seed)
    let middleware = MiddlewareSlot.allCases.map { wrapping("\($0)", $0) }.shuffled(using: &random)

    let stage = Stage.sending(over: connector).wrapped(in: middleware)
    _ = try Pipeline(stage).runSynchronously(try request())

    let order = [
      "observe", "call", "fallback", "coalesce", "cache", "totalTimeout", "compress", "rateLimit", "retry",
      "authorize", "circuitBreaker", "concurrencyLimit", "hedge", "attemptTimeout", "attempt", "record",
    ]
    #expect("\(stage)" == order.reversed().reduce("send") { "\($1) { \($0) }" })
    #expect(record.all == order)
  }

  @Test(.serialized, arguments: 0..<20)
  func `middleware in one slot keep their order, the first one outermost`(seed: Int) throws {
    var random = Generator(seed)
    let slots: [MiddlewareSlot] = [.call, .retry, .attempt]
    let used = (0..<9).map { (slots.randomElement(using: &random) ?? .call, "m\($0)") }

    let stage = Stage.sending(over: connector).wrapped(in: used.map { wrapping($0.1, $0.0) })
    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(record.all == slots.flatMap { slot in used.filter { $0.0 == slot }.map(\.1) })
  }

  @Test func `no middleware leaves the stage as it is`() {
    #expect("\(Stage.sending(over: connector).wrapped(in: []))" == "send")
  }

  @Test func `one's own is put around the call, unless it belongs to the attempt`() async throws {
    let stage = Stage.sending(over: connector).wrapped(in: [
      passing("attempt", at: .attempt), passing("call"), wrapping("retry", .retry),
    ])

    _ = try await stage(try request())

    #expect("\(stage)" == "call { retry { attempt { send } } }")
    #expect(record.all == ["call >", "retry", "attempt >", "< attempt", "< call"])
  }

  @Test func `an async middleware makes the pipeline suspend, and a wrapping one does not`() throws {
    let suspending = Stage.sending(over: connector).wrapped(in: [passing("async")])
    let wrapping = Stage.sending(over: connector).wrapped(in: [wrapping("wrap", .call)])

    guard case .suspended = try suspending.run(try request()) else {
      Issue.record("it did not suspend")
      return
    }
    #expect(throws: Never.self) { try Pipeline(wrapping).runSynchronously(try request()) }
  }

  @Test func `an error of a middleware is a network error`() async throws {
    let stage = Stage.sending(over: connector).wrapped(in: [Middleware("refuse") { _, _ in throw Refused() }])

    let error = await #expect(throws: ConnectionError.self) { try await stage(try request()) }

    #expect(error?.type == .network)
    #expect(error?.nativeError is Refused)
    #expect(connector.requests.isEmpty)
  }

  @Test func `an error of what comes next passes a middleware unchanged`() async throws {
    let failing = Stage<Request, Response>("fail", failing: .parse) { _ in throw Refused() }

    let error = await #expect(throws: ConnectionError.self) {
      try await failing.wrapped(in: [passing("a"), passing("b")])(try request())
    }

    #expect(error?.type == .parse)
    #expect(record.all == ["a >", "b >", "< b", "< a"])
  }

  @Test func `a middleware may change the request, answer by itself, and change the response`() async throws {
    let signing = Middleware("sign") { request, next in
      var request = request
      request.headers["Signature"] = "x"
      var response = try await next(request)
      response.statusCode = 299
      return response
    }
    let answering = Middleware("answer") { _, _ in Response(statusCode: 418) }

    let signed = try await Stage.sending(over: connector).wrapped(in: [signing])(try request())
    let answered = try await Stage.sending(over: connector).wrapped(in: [answering])(try request())

    #expect(connector.requests.map { $0.headers["Signature"] } == ["x"])
    #expect(signed.statusCode == 299)
    #expect(answered.statusCode == 418)
  }

  @Test func `a middleware may call the next stage twice`() async throws {
    let connector = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response(statusCode: 201))])
    let retrying = Middleware("again") { request, next in
      do {
        return try await next(request)
      } catch {
        return try await next(request)
      }
    }

    let response = try await Stage.sending(over: connector).wrapped(in: [retrying])(try request())

    #expect(response.statusCode == 201)
    #expect(connector.requests.count == 2)
  }

  @Test func `a cancel reaches a middleware that waits, and nothing is sent`() async throws {
    let clock = TestClock()
    let connector = connector
    let waiting = Middleware("wait") { request, next in
      try await clock.sleep(for: .seconds(1))
      return try await next(request)
    }
    let request = try request()
    let task = Task { await Pipeline(Stage.sending(over: connector).wrapped(in: [waiting])).result(request) }
    try await clock.waitForSleepers(1)

    task.cancel()
    let result = await task.value

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect(error?.type == .cancelled)
    #expect(connector.requests.isEmpty)
  }

  @Test func `a cancel reaches the connector through a middleware`() async throws {
    let connector = StubConnector.neverAnswering
    let sent = Gate()
    let watching = Middleware("watch") { request, next in
      sent.open()
      return try await next(request)
    }
    let request = try request()
    let task = Task { await Pipeline(Stage.sending(over: connector).wrapped(in: [watching])).result(request) }
    try await sent.wait()

    task.cancel()
    let result = await task.value

    #expect(throws: ConnectionError.self) { try result.get() }
    #expect(connector.cancelCount == 1)
  }

  @Test func `a connection's middleware is printed at its place, and so is the delivery`() {
    let connection = Connection(requestSpec: Plain(url: "http://h.test/"), responseSpec: Probe(recorder: Recorder()))
    connection.httpConnector = connector
    connection.use(passing("sign", at: .attempt)).use(.headers(["A": "b"]))

    #expect(
      "\(connection)" == "makeRequest → onStart → headers { sign { send } } → onReceived → validate → parse"
        + " → onReceivedModel → deliver(main)"
    )
    connection.callbackInMainThread = false
    #expect("\(connection)".hasSuffix("→ onReceivedModel → deliver"))
    #expect(
      connection.mermaid == """
        flowchart LR
          s1["makeRequest"]
          s1 --> s2["onStart"]
          subgraph s3["headers"]
            subgraph s4["sign"]
              s2 --> s5["send"]
            end
          end
          s5 --> s6["onReceived"]
          s6 --> s7["validate"]
          s7 --> s8["parse"]
          s8 --> s9["onReceivedModel"]
          s9 --> s10["deliver"]

        """
    )
  }
}

private struct Zen: TargetType {
  let baseURL = URL(filePath: "/")
}
