import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.serialized, .timeLimit(.minutes(1)))
struct AuthorizingTests {
  private let clock = TestClock()
  private let office = Office()

  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/")) }

  private func stage(_ keys: CredentialStore<String>, _ middleware: Middleware...) -> Stage<Request, Response> {
    Stage.sending(over: office.connector).wrapped(in: [.authorize(keys)] + middleware)
  }

  @Test func `puts the credential into each request, and does not suspend`() throws {
    let keys = office.keys("key1")

    let response = try Pipeline(stage(keys)).runSynchronously(try request())

    #expect(response.statusCode == 200)
    #expect(office.sent == ["key1"])
    #expect(office.refreshes == 0)
    #expect("\(stage(keys))" == "authorize { send }")
    #expect("\(Stage.sending(over: office.connector).wrapped(in: .authorize(keys)))" == "authorize { send }")
  }

  @Test func `a refusal is mended by a refresh, and the request goes again`() async throws {
    let keys = office.keys("old")

    let response = try await stage(keys)(try request())

    #expect(response.statusCode == 200)
    #expect(office.sent == ["old", "key1"])
    #expect(keys.credential == "key1")
    #expect(response.request?.headers["X-Key"] == "key1")
  }

  @Test func `a refusal after a refresh is returned as it is`() async throws {
    let keys = office.keys("old")
    office.accept { _ in false }

    let response = try await stage(keys)(try request())

    #expect(response.statusCode == 401)
    #expect(office.sent == ["old", "key1"])
    #expect(office.refreshes == 1)
  }

  @Test func `a refusal of an older credential goes again with the newer one, without a refresh`() throws {
    let keys = office.keys("old")
    let meanwhile = Stage<Request, Response>("meanwhile") { request in
      if request.headers["X-Key"] == "old" { keys.credential = "key1" }
      return Response(statusCode: request.headers["X-Key"] == "old" ? 401 : 200)
    }

    let response = try Pipeline(meanwhile.wrapped(in: .authorize(keys))).runSynchronously(try request())

    #expect(response.statusCode == 200)
    #expect(office.refreshes == 0)
  }

  @Test func `one attempt is sent three times at most, whatever the server says`() async throws {
    let keys = office.keys("old")
    let count = Counter()
    let meanwhile = Stage<Request, Response>("meanwhile") { _ in
      keys.credential = "login \(count.next())"
      return Response(statusCode: 401)
    }

    let response = try await meanwhile.wrapped(in: .authorize(keys))(try request())

    #expect(response.statusCode == 401)
    #expect(count.next() == 4)
    #expect(office.refreshes == 0)
  }

  @Test func `without a credential requests go as they are, until one is set`() throws {
    let keys = office.keys(nil)

    let refused = try Pipeline(stage(keys)).runSynchronously(try request())
    keys.credential = "key1"
    let accepted = try Pipeline(stage(keys)).runSynchronously(try request())

    #expect(refused.statusCode == 401)
    #expect(accepted.statusCode == 200)
    #expect(office.sent == [nil, "key1"])
  }

  @Test func `after a logout in mid refresh the refusal is returned`() async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    let promise = Pipeline(stage(keys)).start(try request())
    await office.refreshing()

    keys.credential = nil
    let response = try await promise.value
    gate.open()

    #expect(response.statusCode == 401)
    #expect(office.sent == ["old"])
  }

  @Test func `the failure of a refresh reaches every call, with the refusal, and is not retried`() async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    office.fail(URLError(.notConnectedToInternet))
    let stage = stage(keys, .retry(RetryPolicy(backoff: .none, budget: nil)))
    let request = try request()

    let calls = (0..<10).map { _ in Pipeline(stage).start(request) }
    await office.refreshing()
    gate.open()
    let errors = await calls.outcomes().compactMap { $0.errorInfo?.error }

    #expect(errors.count == 10)
    let reasons = errors.map { ($0.nativeError as? RefreshFailed)?.reason as? URLError }
    #expect(errors.allSatisfy { $0.type == .network && $0.request == request })
    #expect(errors.first?.response?.statusCode == 401)
    #expect(reasons.allSatisfy { $0?.code == .notConnectedToInternet })
    #expect(office.refreshes == 1)
    #expect(office.sent == ["old"])
  }

  @Test func `there are five refreshes in thirty seconds at most`() async throws {
    let keys = office.keys("old", clock)
    office.accept { _ in false }
    let request = try request()
    for _ in 0..<5 { _ = try await stage(keys)(request) }

    let error = await #expect(throws: ConnectionError.self) { try await stage(keys)(request) }
    clock.advance(by: .seconds(30))
    let response = try await stage(keys)(request)

    #expect(error?.nativeError as? ExcessiveRefresh == ExcessiveRefresh(limit: 5, window: .seconds(30)))
    #expect(error?.response?.statusCode == 401)
    #expect(response.statusCode == 401)
    #expect(office.refreshes == 6)
  }

  @Test func `going again is no retry, and tells observers why`() async throws {
    let keys = office.keys("old")
    let events = Record<String>()
    let observing = Middleware.observe { event in
      switch event.kind {
      case .attemptStarted(let number, let cause, _): events.add("\(number) \(cause)")
      case .refreshing: events.add("refreshing")
      case .refreshed(let error): events.add(error == nil ? "refreshed" : "failed")
      default: break
      }
    }

    _ = try await stage(keys, observing, .retry(RetryPolicy(limit: 0)))(try request())

    #expect(events.all == ["1 call", "refreshing", "refreshed", "2 refresh"])
  }

  @Test func `a body that can be sent only once does not go again, and the refresh serves the next`() async throws {
    let keys = office.keys("old")
    var once = try request()
    once.body = RequestBody(file: URL(filePath: "/pipe"), isReplayable: false)

    let refused = try await stage(keys)(once)
    let accepted = try await stage(keys)(try request())

    #expect(refused.statusCode == 401)
    #expect(refused.request?.context[RetryRefusalKey.self] == .body)
    #expect(accepted.statusCode == 200)
    #expect(office.refreshes == 1)
  }

  @Test func `a cancelled call stops waiting, and the refresh continues for the others`() async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    let request = try request()
    let (first, second) = (Pipeline(stage(keys)).start(request), Pipeline(stage(keys)).start(request))
    await office.refreshing()

    first.cancel()
    #expect(first.settled?.errorInfo?.error?.type == .cancelled)
    gate.open()

    #expect(try await second.value.statusCode == 200)
    #expect(office.refreshes == 1)
  }

  @Test func `a refresh without waiters serves the next call`() async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    let request = try request()
    let first = Pipeline(stage(keys)).start(request)
    await office.refreshing()

    first.cancel()
    gate.open()
    let response = try await stage(keys)(request)

    #expect(response.statusCode == 200)
    #expect(office.refreshes == 1)
    #expect(office.sent == ["old", "key1"])
  }

  @Test func `a request during a refresh waits for it`() async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    let request = try request()
    let first = Pipeline(stage(keys)).start(request)
    await office.refreshing()

    let late = Pipeline(stage(keys)).start(request)
    gate.open()
    let responses = try await [first.value, late.value]

    #expect(responses.allSatisfy { $0.statusCode == 200 })
    #expect(office.sent == ["old", "key1", "key1"])
  }

  @Test func `a refresh over the same middleware goes without a credential, and does not wait for itself`() async throws
  {
    let keys = Locked<CredentialStore<String>?>(nil)
    let office = office
    let shared = CredentialStore(
      "old",
      by: Reauthenticator {
        let middleware = keys.withLock { $0 }.map { [Middleware.authorize($0)] } ?? []
        let login = HTTP("http://h.test/login").httpConnector(office.connector).use(contentsOf: middleware)
        return try await login.validate { _ in true }.callbackInMainThread(false).asResponse().value.statusCode == 401
          ? "key1" : "x"
      }
    )
    keys.withLock { $0 = shared }

    let response = try await stage(shared)(try request())

    #expect(response.statusCode == 200)
    #expect(office.sent == ["old", nil, "key1"])
  }

  @Test func `another authorization is applied to the refresh's own requests`() async throws {
    let office = office
    let outer = CredentialStore("key1", by: Reauthenticator { "" })
    let inner = CredentialStore(
      "old",
      by: Reauthenticator {
        let stage = Stage.sending(over: office.connector).wrapped(in: .authorize(outer))
        return try await stage(Request(url: URL(http: "http://h.test/login"))).statusCode == 200 ? "key2" : "old"
      }
    )

    let response = try await stage(inner)(try request())

    #expect(response.statusCode == 200)
    #expect(office.sent == ["old", "key1", "key2"])
  }

  @Test(.serialized, arguments: 0..<40)
  func `a thousand refusals at once make one refresh, in whatever order they come`(seed: Int) async throws {
    let keys = office.keys("old")
    let gate = office.hold()
    var random = Generator(seed)
    let connector = ShuffledConnector(office)
    let stage = Stage.sending(over: connector).wrapped(in: .authorize(keys))
    let request = try request()
    let calls = (0..<1_000).map { _ in Pipeline(stage).start(request) }

    let early = Int.random(in: 1...1_000, using: &random)
    connector.answer(early, using: &random)
    await office.refreshing()
    if Bool.random(using: &random) { gate.open() }
    connector.answer(1_000 - early, using: &random)
    gate.open()
    connector.answerAll()
    let outcomes = await calls.outcomes()

    #expect(outcomes.allSatisfy { $0.value?.statusCode == 200 })
    #expect(office.refreshes == 1)
    #expect(connector.count == 2_000)
  }

  @Test func `from many threads, over a server that goes on changing its lock, one refresh runs at a time`()
    async throws
  {
    let lock = ChangingLock()
    let keys = CredentialStore("0", by: Reauthenticator { await lock.newKey() }, policy: lock.policy)
    let pipeline = Pipeline(Stage.sending(over: StubConnector { lock.response(to: $0) }).wrapped(in: .authorize(keys)))
    let request = try request()

    let statuses = await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          var statuses: [Int] = []
          for _ in 0..<40 { statuses.append((try? await pipeline.result(request).get().statusCode) ?? 0) }
          return statuses
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }

    #expect(statuses.count == 2_000)
    #expect(Set(statuses).isSubset(of: [200, 401]))
    #expect(lock.mostRefreshesAtOnce == 1)
    #expect(lock.requestCount <= 6_000)
  }

  @Test func `over a real server a hundred refusals at once make one refresh`() async throws {
    let server = try LoopbackServer()
    let refreshed = Counter()
    server.on(.get, "/secret") { $0.headers["X-Key"] == "new" ? .text("the secret") : .status(401) }
    server.on(.post, "/key") { _ in
      _ = refreshed.next()
      return .text("new")
    }
    let url = server.url("/key")
    let keys = CredentialStore(
      "old",
      by: Reauthenticator {
        try await HTTP(url).httpMethod(.post).callbackInMainThread(false).asString().value
      }
    )
    let http = HTTP(server.url("/secret")).callbackInMainThread(false).use(.authorize(keys))

    let calls = (0..<100).map { _ in http.asString() }
    let texts = await calls.outcomes().map(\.value)

    #expect(texts == Array(repeating: "the secret", count: 100))
    #expect(refreshed.next() == 2)
    #expect(server.requestCount <= 201)
  }
}

extension Array {
  /// The outcomes of all promises, in order.
  fileprivate func outcomes<Progress, Value, Failure>() async -> [Outcome<Value, Failure>]
  where Element == Promise<Progress, Value, Failure> {
    var outcomes: [Outcome<Value, Failure>] = []
    for promise in self { outcomes.append(await promise.outcome) }
    return outcomes
  }
}

extension HTTP {
  fileprivate func use(contentsOf middleware: [Middleware]) -> HTTP { middleware.reduce(self) { $0.use($1) } }
}

/// A server that accepts what its own refreshes gave out, and keeps account.
private final class Office: Sendable {
  private struct State: Sendable {
    var sent: [String?] = []
    var refreshes = 0
    var accepts: @Sendable (String) -> Bool = { $0.hasPrefix("key") }
    var gate: Gate?
    var error: (any Error)?
  }

  private let state = Locked(State())
  private let began = Gate()

  var sent: [String?] { state.withLock { $0.sent } }
  var refreshes: Int { state.withLock { $0.refreshes } }

  var connector: StubConnector {
    StubConnector { request in self.response(to: request) }
  }

  func response(to request: Request) -> Response {
    let key = request.headers["X-Key"]
    let accepts = state.withLock { state in
      state.sent.append(key)
      return state.accepts
    }
    return Response(statusCode: key.map(accepts) == true ? 200 : 401, request: request)
  }

  func accept(_ accepts: @escaping @Sendable (String) -> Bool) { state.withLock { $0.accepts = accepts } }

  func fail(_ error: any Error) { state.withLock { $0.error = error } }

  /// Holds refreshes until the gate is opened.
  func hold() -> Gate {
    let gate = Gate()
    state.withLock { $0.gate = gate }
    return gate
  }

  /// Waits until a refresh has begun.
  func refreshing() async { try? await began.wait() }

  func keys(_ key: String?, _ clock: TestClock = TestClock()) -> CredentialStore<String> {
    CredentialStore(key, by: Reauthenticator { try await self.refresh() }, policy: RefreshPolicy(clock: clock))
  }

  private func refresh() async throws -> String {
    let (number, gate, error) = state.withLock { state in
      state.refreshes += 1
      return (state.refreshes, state.gate, state.error)
    }
    began.open()
    try await gate?.wait()
    if let error { throw error }
    return "key\(number)"
  }
}

/// A server that accepts its latest key only, and changes its lock every 50 requests.
private final class ChangingLock: Sendable {
  private struct State: Sendable {
    var key = 1
    var requests = 0
    var refreshes = 0
    var mostRefreshes = 0
  }

  private let state = Locked(State())

  var requestCount: Int { state.withLock { $0.requests } }
  var mostRefreshesAtOnce: Int { state.withLock { $0.mostRefreshes } }

  var policy: RefreshPolicy {
    var policy = RefreshPolicy(clock: TestClock())
    policy.limit = 1_000_000
    return policy
  }

  func response(to request: Request) -> Response {
    state.withLock { state in
      state.requests += 1
      if state.requests.isMultiple(of: 50) { state.key += 1 }
      return Response(statusCode: request.headers["X-Key"] == "\(state.key)" ? 200 : 401)
    }
  }

  func newKey() async -> String {
    state.withLock { state in
      state.refreshes += 1
      state.mostRefreshes = max(state.mostRefreshes, state.refreshes)
    }
    await Task.yield()
    return state.withLock { state in
      state.refreshes -= 1
      return "\(state.key)"
    }
  }
}

private struct Reauthenticator: Authenticator {
  let renew: @Sendable () async throws -> String

  func apply(_ key: String, to request: inout Request) { request.headers["X-Key"] = key }

  func refresh(_ key: String) async throws -> String { try await renew() }
}

/// A connector that answers in the order that the test draws.
private final class ShuffledConnector: HTTPConnector {
  private typealias Answering = @Sendable () -> Void

  private struct State: Sendable {
    var waiting: [Answering] = []
    var isOpen = false
    var count = 0
  }

  private let office: Office
  private let state = Locked(State())

  init(_ office: Office) { self.office = office }

  var count: Int { state.withLock { $0.count } }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    let answer: Answering = { [office] in complete(office.response(to: request), nil) }
    let isOpen = state.withLock { state in
      state.count += 1
      if !state.isOpen { state.waiting.append(answer) }
      return state.isOpen
    }
    if isOpen { answer() }
  }

  func cancel() {}

  /// Answers so many of those who wait, at random.
  func answer(_ count: Int, using random: inout Generator) {
    for _ in 0..<count {
      let place = state.withLock { $0.waiting.indices.randomElement(using: &random) }
      let answer = state.withLock { state in place.map { state.waiting.remove(at: $0) } }
      answer?()
    }
  }

  /// Answers all who wait, and whoever comes later at once.
  func answerAll() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for answer in waiting { answer() }
  }
}
