import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RetryingTests {
  private struct Mishap: Error {}
  private struct Hopeless: NotWorthRetrying {}

  private let clock = TestClock.immediate()
  private let events = Record<String>()

  private func request(_ method: HTTPMethod = .get, _ headers: HTTPHeaders = [:]) throws -> Request {
    Request(url: try URL(http: "http://h.test/"), httpMethod: method, headers: headers)
  }

  private func statuses(_ statuses: Int...) -> StubConnector {
    StubConnector(sequence: statuses.map { .success(Response(statusCode: $0, data: Data("body \($0)".utf8))) })
  }

  private func stage(_ connector: StubConnector, _ policy: RetryPolicy) -> Stage<Request, Response> {
    let observing = Middleware.observe { [events] event in
      switch event.kind {
      case .attemptStarted(let number, let cause, _): events.add("\(number) \(cause)")
      case .retrying(let wait, let reason): events.add("wait \(wait.text): \(reason)")
      case .notRetrying(let reason): events.add(reason)
      default: break
      }
    }
    return Stage.sending(over: connector).wrapped(in: [observing, .retry(policy, clock: clock)])
  }

  private func policy(limit: Int = 2, _ backoff: Backoff = .none) -> RetryPolicy {
    RetryPolicy(limit: limit, backoff: backoff, budget: nil)
  }

  @Test func `tries again until it succeeds, and does not suspend where nothing has to wait`() throws {
    let connector = statuses(503, 500, 200)

    let response = try Pipeline(stage(connector, policy())).runSynchronously(try request())

    #expect(response.statusCode == 200)
    #expect(connector.requestCount == 3)
    #expect(response.request?.context[RetryRefusalKey.self] == nil)
  }

  @Test func `each try is seen with its number, its cause and the wait before it`() async throws {
    let stage = stage(statuses(503, 429, 200), policy(.constant(.seconds(1))))

    _ = try await stage(try request())

    #expect(
      events.all == ["1 call", "wait 1s: status 503", "2 retry(1)", "wait 1s: status 429", "3 retry(2)"]
    )
    #expect(clock.waits == [.seconds(1), .seconds(1)])
  }

  @Test func `once the retries are used up, the last response goes on with its body`() async throws {
    let connector = statuses(503, 502, 500, 200)

    let pipeline = Pipeline(stage(connector, policy()).then(.accepting(200..<300)))
    let error = await #expect(throws: ConnectionError.self) { try await pipeline(try request()) }

    #expect(error?.type == .invalidResponse)
    #expect(error?.response?.data == Data("body 500".utf8))
    #expect(error?.notRetried == .limit)
    #expect(error?.description.hasSuffix("status 500; not retried: the retries are used up") == true)
    #expect(connector.requestCount == 3)
  }

  @Test func `once the retries are used up, the last error is thrown as it is`() async throws {
    let connector = StubConnector(sequence: [.failure(URLError(.timedOut)), .failure(URLError(.networkConnectionLost))])

    let error = await #expect(throws: ConnectionError.self) {
      try await stage(connector, policy(limit: 1))(try request())
    }

    #expect((error?.nativeError as? URLError)?.code == .networkConnectionLost)
    #expect(error?.notRetried == .limit)
    #expect(error?.request == (try request()))
    #expect(events.all.last == "the retries are used up")
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `retries the statuses that say not now`(status: Int) throws {
    #expect(try sent(statuses(status, 200)) == 2)
  }

  @Test(arguments: [200, 204, 301, 304, 400, 401, 403, 404, 409, 410, 413, 422, 501, 505])
  func `does not retry other statuses, and reports no reason`(status: Int) throws {
    #expect(try sent(statuses(status, 200)) == 1)
    #expect(events.all == ["1 call"])
  }

  @Test(arguments: RetryPolicy.defaultErrorCodes.sorted { $0.rawValue < $1.rawValue })
  func `retries the errors that may be over in a moment`(code: URLError.Code) throws {
    #expect(RetryPolicy.defaultErrorCodes.count == 16)
    #expect(try sent(StubConnector(sequence: [.failure(URLError(code)), .success(Response())])) == 2)
  }

  @Test(arguments: [
    URLError(.badURL) as any Error, URLError(.cancelled), URLError(.serverCertificateUntrusted), CancellationError(),
    URLError(.userAuthenticationRequired), Mishap(), Hopeless(),
  ])
  func `does not retry other errors`(error: any Error) throws {
    let connector = StubConnector(sequence: [.failure(error), .success(Response())])

    #expect(throws: ConnectionError.self) { try Pipeline(stage(connector, policy())).runSynchronously(try request()) }
    #expect(connector.requestCount == 1)
  }

  @Test func `does not retry what failed elsewhere than in the exchange`() throws {
    let count = Counter()
    let failing = Stage<Request, Response>("fail", failing: .parse) { _ in
      _ = count.next()
      throw URLError(.timedOut)
    }

    #expect(throws: ConnectionError.self) {
      try Pipeline(failing.wrapped(in: .retry(policy()))).runSynchronously(try request())
    }
    #expect(count.next() == 2)
  }

  @Test func `errors that a retry can't change are not retried, even if all errors are requested`() throws {
    var policy = policy()
    policy.isTransient = { _ in true }
    let hopeless = StubConnector(sequence: [.failure(Hopeless()), .success(Response())])

    #expect(throws: ConnectionError.self) { try Pipeline(stage(hopeless, policy)).runSynchronously(try request()) }
    #expect(hopeless.requestCount == 1)
    #expect(try sent(StubConnector(sequence: [.failure(Mishap()), .success(Response())]), policy) == 2)
  }

  @Test(arguments: [
    (HTTPMethod.get, true), (.head, true), (.options, true), (.trace, true), (.put, true), (.delete, true),
    (.query, true), (.post, false), (.patch, false), (.connect, false), (HTTPMethod("get"), false),
    (HTTPMethod("PURGE"), false),
  ])
  func `retries idempotent methods only`(method: HTTPMethod, isRetried: Bool) throws {
    let connector = statuses(503, 200)

    let response = try Pipeline(stage(connector, policy())).runSynchronously(try request(method))

    #expect(connector.requestCount == (isRetried ? 2 : 1))
    #expect(response.request?.context[RetryRefusalKey.self] == (isRetried ? nil : .method))
  }

  @Test func `retries a POST with an idempotency key, or where the policy says so`() throws {
    var allowing = policy()
    allowing.methods.insert(.post)

    #expect(try sent(statuses(503, 200), request: request(.post, ["idempotency-key": "\"8e03978e\""])) == 2)
    #expect(try sent(statuses(503, 200), request: request(.post, ["Idempotency-Key": ""])) == 1)
    #expect(try sent(statuses(503, 200), allowing, request: request(.post)) == 2)
  }

  @Test func `decides by the original request of the call, and sends that again`() throws {
    let connector = statuses(503, 200)
    let changing = Stage<Request, Request>("change") { request in
      var request = request
      request.httpMethod = .post
      request.headers.append("x", for: "X")
      return request
    }

    _ = try Pipeline(changing.then(.sending(over: connector)).wrapped(in: .retry(policy()))).runSynchronously(
      try request()
    )

    #expect(connector.requests.map { $0.headers.values(for: "X") } == [["x"], ["x"]])
  }

  @Test(arguments: [true, false])
  func `a body that can be sent only once is not sent again, and the error says so`(isResponse: Bool) async throws {
    var request = try request(.put)
    request.body = RequestBody(file: URL(filePath: "/pipe"), isReplayable: false)
    let connector =
      isResponse ? statuses(503, 200) : StubConnector.failing(URLError(.networkConnectionLost))

    let pipeline = Pipeline(stage(connector, policy()).then(.accepting(200..<300)))
    let error = await #expect(throws: ConnectionError.self) { try await pipeline(request) }

    #expect(connector.requestCount == 1)
    #expect(error?.notRetried == .body)
    #expect(error?.type == (isResponse ? .invalidResponse : .network))
    #expect(error?.response?.statusCode == (isResponse ? 503 : nil))
    #expect(error?.description.hasSuffix("; not retried: its body can be sent only once") == true)
  }

  @Test(arguments: [
    (1, "3", 3), (5, "3", 5), (1, "60", 60), (90, "3", 60), (0, "0", 0), (2, "soon", 2),
  ])
  func `waits for the backoff or for what the server asks, whichever is longer`(
    backoff: Int,
    retryAfter: String,
    wait: Int
  ) async throws {
    let refused = Response(statusCode: 429, headers: ["Retry-After": retryAfter])
    let connector = StubConnector(sequence: [.success(refused), .success(Response())])

    let response = try await stage(connector, policy(.constant(.seconds(backoff))))(try request())

    #expect(response.statusCode == 200)
    #expect(clock.waits == (wait == 0 ? [] : [.seconds(wait)]))
  }

  @Test func `a moment to wait for is counted from the server's time, else from the present`() async throws {
    let noon = try #require(HTTPDate.date(of: "Sat, 21 Nov 2026 12:00:00 GMT"))
    let headers: HTTPHeaders = ["Retry-After": "Sat, 21 Nov 2026 12:00:07 GMT"]
    let refused = Response(statusCode: 503, headers: headers)
    let connector = StubConnector(sequence: [.success(refused), .success(Response())])

    _ = try await Stage.sending(over: connector).wrapped(in: .retry(policy(), clock: clock, now: { noon }))(
      try request()
    )

    #expect(clock.waits == [.seconds(7)])
  }

  @Test func `a server that asks for too long a wait is not asked again, and the call fails at once`() async throws {
    let refused = Response(statusCode: 503, headers: ["Retry-After": "61"], data: Data("later".utf8))
    let connector = StubConnector(sequence: [.success(refused), .success(Response())])

    let response = try await stage(connector, policy())(try request())

    #expect(response.data == Data("later".utf8))
    #expect(response.request?.context[RetryRefusalKey.self] == .retryAfter)
    #expect(connector.requestCount == 1)
    #expect(clock.waits == [])
  }

  @Test func `decorrelated jitter depends on the previous wait`() async throws {
    let backoff = Backoff.decorrelated(from: .seconds(1), random: { 1 })

    _ = try await stage(statuses(503, 503, 503, 200), policy(limit: 3, backoff))(try request())

    #expect(clock.waits == [.seconds(3), .seconds(9), .seconds(27)])
  }

  @Test(arguments: [0, -1, Int.min])
  func `a limit that is not above zero means no retry`(limit: Int) throws {
    #expect(try sent(statuses(503, 200), policy(limit: limit)) == 1)
    #expect("\(Stage.sending(over: statuses()).wrapped(in: .retry(policy(limit: limit))))" == "retry(0) { send }")
  }

  @Test func `endless retries use no stack`() throws {
    let connector = StubConnector(Response(statusCode: 503))

    _ = try Pipeline(Stage.sending(over: connector).wrapped(in: .retry(policy(limit: 100_000)))).runSynchronously(
      try request()
    )

    #expect(connector.requestCount == 100_001)
  }

  @Test func `the budget of a server is shared by all who use the middleware`() throws {
    let connector = StubConnector(Response(statusCode: 503))
    let retry = Middleware.retry(RetryPolicy(backoff: .none), clock: clock)
    let reasons: [RetryRefusal?] = Array(repeating: .limit, count: 5) + Array(repeating: .budget, count: 5)

    let responses = try (0..<10).map { _ in
      try Pipeline(Stage.sending(over: connector).wrapped(in: [retry])).runSynchronously(try request())
    }

    #expect(connector.requestCount == 20)
    #expect(responses.map { $0.request?.context[RetryRefusalKey.self] } == reasons)
  }

  @Test func `every call adds to the budget, retried or not`() throws {
    let connector = StubConnector(Response(statusCode: 503))
    let policy = RetryPolicy(limit: 1, backoff: .none, budget: RetryBudget(ratio: 0.5, minimum: 0))
    let stage = Stage.sending(over: connector).wrapped(in: [.retry(policy, clock: clock)])

    for _ in 0..<10 { _ = try Pipeline(stage).runSynchronously(try request()) }

    #expect(connector.requestCount == 15)
  }

  @Test func `the budget of one policy is shared on the continuous clock`() throws {
    let connector = StubConnector(Response(statusCode: 503))
    var policy = policy()
    policy.budget = RetryBudget(minimum: 3)

    for _ in 0..<3 {
      _ = try Pipeline(Stage.sending(over: connector).wrapped(in: .retry(policy))).runSynchronously(try request())
    }

    #expect(connector.requestCount == 6)
  }

  @Test func `a response is retried where the policy finds it a failure`() throws {
    var policy = policy()
    policy.isFailure = { $0.data.isEmpty }
    let connector = StubConnector(sequence: [.success(Response()), .success(Response(data: Data("x".utf8)))])

    #expect(try sent(connector, policy) == 2)
  }

  @Test(arguments: [("{", 2), ("7", 1)])
  func `a response that can't be parsed is retried only on request`(text: String, count: Int) throws {
    let answers: [Result<Response, any Error>] = [
      .success(Response(data: Data(text.utf8))), .success(Response(data: Data("7".utf8))),
    ]

    #expect(try sent(StubConnector(sequence: answers), policy().retryingUnparsable(by: GetNumber())) == count)
    #expect(try sent(StubConnector(sequence: answers)) == 1)
  }

  @Test func `a response that is not valid is not asked to be parsed`() throws {
    #expect(try sent(statuses(404, 200), policy().retryingUnparsable(by: GetNumber())) == 1)
  }

  @Test func `a cancel ends the wait before a retry, and nothing more is sent`() async throws {
    let clock = TestClock()
    let connector = statuses(503, 200)
    let promise = Pipeline(
      Stage.sending(over: connector).wrapped(in: .retry(policy(.constant(.seconds(1))), clock: clock))
    ).start(try request())
    try await clock.waitForSleepers(1)

    promise.cancel()

    #expect(promise.settled?.errorInfo?.error?.type == .cancelled)
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(connector.requestCount == 1)
  }

  @Test func `a try that fails after its task was cancelled is not followed by another`() async throws {
    let stop = Locked<Task<Result<Response, ConnectionError>, Never>?>(nil)
    let begun = Gate()
    let count = Counter()
    let failing = Stage<Request, Response>(outline: .stage("fail")) { _ in
      .suspended(
        Rest { () async throws(ConnectionError) in
          _ = count.next()
          try? await begun.wait()
          stop.withLock { $0 }?.cancel()
          throw ConnectionError(.network, nativeError: URLError(.timedOut))
        }
      )
    }
    let pipeline = Pipeline(failing.wrapped(in: .retry(policy())))
    let request = try request()

    let task = Task { await pipeline.result(request) }
    stop.withLock { $0 = task }
    begun.open()
    let result = await task.value

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect(error?.type == .cancelled)
    #expect(count.next() == 2)
  }

  @Test func `a file that was saved makes room for that of the next try`() async throws {
    let folder = try TemporaryFolder()
    var download = Request(url: try URL(http: "http://h.test/"))
    download.destination = .file(folder.file("a.txt"))
    var policy = RetryPolicy(backoff: .none)
    policy.isFailure = { response in (try? response.contents()) == Data("half".utf8) }
    let connector = StubConnector(sequence: [
      .success(Response(data: Data("half".utf8))), .success(Response(data: Data("whole".utf8))),
    ])

    let response = try await Stage.sending(over: connector).wrapped(in: .retry(policy))(download)

    #expect(try response.contents() == Data("whole".utf8))
    #expect(folder.names == ["a.txt"])
  }

  @Test func `over a real server, it compensates for the server's faults`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.resetBeforeResponse), .fault(.truncatedBody), .status(503), .text("at last"))
    let connection = HTTP(server.url("/")).callbackInMainThread(false).use(.retry(policy(limit: 3), clock: clock))

    #expect(try await connection.asString().value == "at last")
    #expect(server.requestCount == 4)
  }

  private func sent(
    _ connector: StubConnector,
    _ policy: RetryPolicy? = nil,
    request: Request? = nil
  ) throws -> Int {
    _ = try Pipeline(stage(connector, policy ?? self.policy())).runSynchronously(try request ?? self.request())
    return connector.requestCount
  }
}

private struct GetNumber: ResponseSpec {
  typealias ResponseModel = Int
}
