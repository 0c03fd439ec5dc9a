import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct BreakingCircuitTests {
  private let clock = TestClock()
  private let sent = Record<Request>()

  private var request: Request { request("http://h.test/") }

  private func request(_ url: String) -> Request { Request(url: URL(string: url) ?? URL(filePath: "/")) }

  private func breaker(_ change: (inout CircuitPolicy) -> Void = { _ in }) -> CircuitBreaker {
    var policy = CircuitPolicy()
    change(&policy)
    return CircuitBreaker(policy, clock: clock)
  }

  /// Sends a request whose answer is given.
  @discardableResult
  private func send(
    _ result: Result<Response, any Error>,
    through breaker: CircuitBreaker,
    _ request: Request? = nil
  ) -> Result<Response, ConnectionError> {
    let sent = sent
    let stage = Stage<Request, Response>("send") { request in
      sent.add(request)
      return try result.get()
    }
    do throws(ConnectionError) {
      let pipeline = Pipeline(stage.wrapped(in: .circuitBreaker(breaker)))
      return .success(try pipeline.runSynchronously(request ?? self.request))
    } catch {
      return .failure(error)
    }
  }

  private let good = Result<Response, any Error>.success(Response())
  private let bad = Result<Response, any Error>.failure(URLError(.timedOut))

  private func open(_ breaker: CircuitBreaker) { for _ in 0..<10 { send(bad, through: breaker) } }

  @Test(arguments: [(9, 0, false), (10, 0, true), (5, 5, true), (4, 6, false), (40, 60, false), (50, 50, true)])
  func `opens when enough calls were made, and enough of them failed`(bads: Int, goods: Int, opens: Bool) {
    let breaker = breaker()

    for _ in 0..<goods { send(good, through: breaker) }
    for _ in 0..<bads { send(bad, through: breaker) }

    #expect(breaker.state(for: request.url) == (opens ? .open : .closed))
  }

  @Test func `an open circuit fails at once, says for how long, and sends nothing`() {
    let breaker = breaker()
    open(breaker)
    clock.advance(by: .seconds(2))

    let result = send(good, through: breaker)

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect(error?.type == .network)
    #expect((error?.nativeError as? CircuitOpen) == CircuitOpen(host: "h.test:80", remaining: .seconds(3)))
    #expect(error?.nativeError is any NotWorthRetrying)
    #expect(sent.all.count == 10)
  }

  @Test func `after the break one success closes it`() {
    let breaker = breaker()
    open(breaker)
    clock.advance(by: .seconds(5))
    let before = breaker.state(for: request.url)

    send(good, through: breaker)
    for _ in 0..<9 { send(bad, through: breaker) }

    #expect(before == .halfOpen)
    #expect(breaker.state(for: request.url) == .closed)
    #expect(sent.all.count == 20)
  }

  @Test func `after the break one failure opens it again, for as long`() {
    let breaker = breaker()
    open(breaker)
    clock.advance(by: .seconds(5))

    send(bad, through: breaker)
    clock.advance(by: .milliseconds(4_999))
    let before = breaker.state(for: request.url)
    clock.advance(by: .milliseconds(1))

    #expect(before == .open)
    #expect(breaker.state(for: request.url) == .halfOpen)
  }

  @Test func `while it is half-open no more go than there are probes, and all must succeed`() async throws {
    let breaker = breaker { $0.probes = 3 }
    open(breaker)
    clock.advance(by: .seconds(5))
    let manual = ManualConnector()
    let pipeline = Pipeline(Stage.sending(over: manual).wrapped(in: .circuitBreaker(breaker)))
    let probes = (0..<3).map { _ in pipeline.start(request) }

    let fourth = pipeline.start(request).settled?.errorInfo?.error?.nativeError as? CircuitOpen
    for number in 0..<2 { manual.answer(number) }
    for probe in probes.prefix(2) { _ = try await probe.value }
    let between = breaker.state(for: request.url)
    let fifth = pipeline.start(request).settled?.errorInfo?.error?.nativeError as? CircuitOpen
    manual.answer(2)
    _ = try await probes[2].value

    #expect(fourth == CircuitOpen(host: "h.test:80", remaining: nil))
    #expect(fifth == CircuitOpen(host: "h.test:80", remaining: nil))
    #expect(between == .halfOpen)
    #expect(breaker.state(for: request.url) == .closed)
  }

  @Test func `a probe that is cancelled leaves its place to another`() async {
    let breaker = breaker()
    open(breaker)
    clock.advance(by: .seconds(5))
    let manual = ManualConnector()
    let pipeline = Pipeline(Stage.sending(over: manual).wrapped(in: .circuitBreaker(breaker)))
    let request = request
    let probe = Task { await pipeline.result(request) }
    while manual.open.isEmpty { await Task.yield() }

    probe.cancel()
    _ = await probe.value
    let state = breaker.state(for: request.url)
    send(good, through: breaker)

    #expect(state == .halfOpen)
    #expect(breaker.state(for: request.url) == .closed)
  }

  @Test func `a probe that never ends does not keep it open forever`() {
    let breaker = breaker()
    open(breaker)
    clock.advance(by: .seconds(5))
    let hanging = Pipeline(Stage.sending(over: StubConnector.neverAnswering).wrapped(in: .circuitBreaker(breaker)))
      .start(
        request
      )

    let soon = send(good, through: breaker)
    clock.advance(by: .seconds(5))
    send(good, through: breaker)

    #expect(throws: ConnectionError.self) { try soon.get() }
    #expect(breaker.state(for: request.url) == .closed)
    hanging.cancel()
  }

  @Test func `requests sent before it opened don't count afterwards`() async throws {
    let breaker = breaker()
    let manual = ManualConnector()
    let pipeline = Pipeline(Stage.sending(over: manual).wrapped(in: .circuitBreaker(breaker)))
    let late = (0..<2).map { _ in pipeline.start(request) }
    open(breaker)
    clock.advance(by: .seconds(5))
    let probe = pipeline.start(request)

    manual.answer(0)
    _ = try await late[0].value
    let afterSuccess = breaker.state(for: request.url)
    manual.fail(1, URLError(.timedOut))
    _ = await late[1].outcome

    #expect(afterSuccess == .halfOpen)
    #expect(breaker.state(for: request.url) == .halfOpen)
    probe.cancel()
  }

  @Test(
    arguments: [
      (503, ["Retry-After": "60"], Duration.seconds(60)),
      (429, ["Retry-After": "60"], .seconds(60)),
      (503, ["Retry-After": "1"], .seconds(5)),
      (503, ["Retry-After": "9999999999999999999999"], .seconds(300)),
      (500, ["Retry-After": "60"], .seconds(5)),
      (503, ["Retry-After": "soon"], .seconds(5)),
      (503, ["Retry-After": ""], .seconds(5)),
      (503, ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"], .seconds(60)),
      (503, ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:00:00 GMT"], .seconds(5)),
    ] as [(Int, [String: String], Duration)]
  )
  func `the break is as long as the server wants`(status: Int, headers: [String: String], duration: Duration) {
    let breaker = breaker()
    let refusal = Response(statusCode: status, headers: HTTPHeaders(headers))
    for _ in 0..<9 { send(bad, through: breaker) }

    send(.success(refusal), through: breaker)
    clock.advance(by: duration - .milliseconds(1))
    let before = breaker.state(for: request.url)
    clock.advance(by: .milliseconds(1))

    #expect(before == .open)
    #expect(breaker.state(for: request.url) == .halfOpen)
  }

  @Test(arguments: [
    (200, false), (304, false), (400, false), (401, false), (404, false), (408, true), (409, false), (429, true),
    (499, false), (500, true), (501, true), (503, true), (599, true),
  ])
  func `which statuses are failures`(status: Int, isFailure: Bool) {
    let breaker = breaker()

    for _ in 0..<10 { send(.success(Response(statusCode: status)), through: breaker) }

    #expect(breaker.state(for: request.url) == (isFailure ? .open : .closed))
  }

  @Test(arguments: [
    ConnectionError(.cancelled), ConnectionError(.invalidRequest), ConnectionError(.parse),
    ConnectionError(.network, nativeError: QueueFull(name: "concurrencyLimit", waiting: 1)),
  ])
  func `some errors say nothing of the server`(error: ConnectionError) {
    let breaker = breaker { $0.minimumThroughput = 1 }

    for _ in 0..<10 { send(.failure(error), through: breaker) }

    #expect(breaker.state(for: request.url) == .closed)
  }

  @Test func `one's own idea of a failure counts`() {
    let breaker = breaker { $0.isFailure = { result in (try? result.get().statusCode) == 418 } }

    for _ in 0..<10 { send(bad, through: breaker) }
    let before = breaker.state(for: request.url)
    for _ in 0..<10 { send(.success(Response(statusCode: 418)), through: breaker) }

    #expect(before == .closed)
    #expect(breaker.state(for: request.url) == .open)
  }

  @Test func `calls older than the sampling duration do not count`() {
    let breaker = breaker()
    for _ in 0..<9 { send(bad, through: breaker) }

    clock.advance(by: .seconds(30))
    for _ in 0..<9 { send(bad, through: breaker) }
    let before = breaker.state(for: request.url)
    clock.advance(by: .seconds(26))
    send(bad, through: breaker)

    #expect(before == .closed)
    #expect(breaker.state(for: request.url) == .open)
  }

  @Test func `each server has a circuit, or all share one`() {
    let apart = breaker()
    let together = breaker { $0.scope = .shared }
    let other = request("http://other.test/")

    open(apart)
    open(together)

    #expect(apart.state(for: other.url) == .closed)
    #expect(together.state(for: other.url) == .open)
    let error = #expect(throws: ConnectionError.self) { try send(good, through: together, other).get() }
    #expect((error?.nativeError as? CircuitOpen)?.host == "")
  }

  @Test func `it is isolated and reset by hand`() {
    let breaker = breaker()

    breaker.isolate(request.url)
    clock.advance(by: .seconds(1_000))
    let result = send(good, through: breaker)
    let isolated = breaker.state(for: request.url)
    breaker.reset(request.url)
    send(good, through: breaker)

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect((error?.nativeError as? CircuitOpen) == CircuitOpen(host: "h.test:80", remaining: nil))
    #expect(isolated == .open)
    #expect(breaker.state(for: request.url) == .closed)
    #expect(sent.all.count == 1)
  }

  @Test func `its changes are reported to the call's observers`() {
    let changes = Record<CircuitState>()
    let breaker = breaker()
    let connector = StubConnector(sequence: Array(repeating: bad, count: 10) + Array(repeating: good, count: 3))
    let observe = Middleware.observe { event in
      if case .circuit(let state, host: "h.test:80") = event.kind { changes.add(state) }
    }
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: [.circuitBreaker(breaker), observe]))

    for _ in 0..<11 { _ = try? pipeline.runSynchronously(request) }
    clock.advance(by: .seconds(5))
    for _ in 0..<3 { _ = try? pipeline.runSynchronously(request) }

    #expect(changes.all == [.open, .halfOpen, .closed])
  }

  @Test(.serialized, arguments: 0..<100)
  func `whatever comes, an open circuit lets nothing through, and a closed one everything`(seed: Int) {
    var random = Generator(seed)
    var policy = CircuitPolicy(failureRatio: 0.5, of: 4, within: .seconds(10), breakDuration: .seconds(2))
    policy.probes = Int.random(in: 1...3, using: &random)
    var circuit = CircuitBreakerState()
    var now = Duration.zero
    var under: [Int] = []
    var seen: Set<Int> = []

    for _ in 0..<400 {
      now += .milliseconds(Int.random(in: 0...300, using: &random))
      let state = circuit.state(at: now)
      if Bool.random(using: &random) {
        switch circuit.enter(at: now, policy) {
        case .admitted(let generation, let change):
          #expect(state != .open)
          #expect((change == .halfOpen) == (state == .halfOpen && !seen.contains(generation)))
          seen.insert(generation)
          under.append(generation)
        case .refused(let remaining):
          #expect(state != .closed)
          #expect((remaining != nil) == (state == .open))
        }
      } else if let index = under.indices.randomElement(using: &random) {
        let verdicts: [CircuitVerdict] = [.success, .failure(rest: nil), .neither]
        let verdict = verdicts[Int.random(in: 0..<3, using: &random)]
        if let change = circuit.leave(verdict, of: under.remove(at: index), at: now, policy) {
          #expect(change == circuit.state(at: now))
        }
      }
    }
  }

  @Test func `over a real server that fails it stops sending, and finds out when that is well again`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.closeBeforeResponse), .status(503), .status(500), .text("pong"))
    let breaker = CircuitBreaker(CircuitPolicy(of: 3), clock: clock)
    let pipeline = Pipeline(Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: .circuitBreaker(breaker)))
    let request = Request(url: try URL(http: server.url()))
    for _ in 0..<3 { _ = await pipeline.result(request) }

    let refused = await pipeline.result(request)
    let count = server.requestCount
    clock.advance(by: .seconds(5))
    let response = try await pipeline(request)

    let error = #expect(throws: ConnectionError.self) { try refused.get() }
    #expect(error?.nativeError is CircuitOpen)
    #expect(count == 3)
    #expect(try response.text() == "pong")
    #expect(breaker.state(for: request.url) == .closed)
  }
}
