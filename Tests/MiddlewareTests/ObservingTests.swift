import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ObservingTests {
  private let clock = TestClock()
  private let heard = Record<CallEvent>()

  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/a")) }

  private func observing() -> Middleware { .observe(clock: clock) { [heard] in heard.add($0) } }

  private var names: [String] { heard.all.map { $0.kind.name } }

  /// Tries a second time, after a second.
  private func twice(_ clock: TestClock) -> Middleware {
    Middleware("twice", slot: .retry) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in
        try next.following(request) { _ throws(ConnectionError) in
          request.report(.retrying(after: .seconds(1), because: "luck"))
          return .suspended(
            Rest { () async throws(ConnectionError) in
              do { try await clock.sleep(for: .seconds(1)) } catch { throw ConnectionError(.network, thrown: error) }
              return try await next(request.caused(by: .retry(1)))
            }
          )
        }
      }
    }
  }

  @Test func `observes a call from its start to its end, without suspending it`() throws {
    let stage = Stage.sending(over: StubConnector(Response(statusCode: 201))).wrapped(in: [observing()])

    let response = try Pipeline(stage).runSynchronously(try request())

    #expect(response.statusCode == 201)
    #expect(names == ["started /a", "attempt 1 call /a", "ended 1 201", "ended 201"])
  }

  @Test func `creates an observer for each call, which receives the events of that call only`() async throws {
    let connector = ManualConnector()
    let observing = Middleware.observeCalls { [heard] request in
      guard request.url.path == "/a" else { return { _ in } }
      return { heard.add($0) }
    }
    let stage = Stage.sending(over: connector).wrapped(in: [observing])

    let first = Pipeline(stage).start(try request())
    let second = Pipeline(stage).start(Request(url: try URL(http: "http://h.test/b")))
    try await connector.begun(2)
    connector.answer(1, Response(statusCode: 204))
    _ = try await second.value
    connector.answer(0)
    _ = try await first.value

    #expect(names == ["started /a", "attempt 1 call /a", "ended 1 200", "ended 200"])
  }

  @Test func `an observer of a call can give other middleware a value`() async throws {
    enum Number: RequestContextKey { typealias Value = Int }
    let connector = StubConnector()
    let observing = Middleware.observeCalls { [heard] request in
      request.context[Number.self] = 7
      return { heard.add($0) }
    }
    let reading = Middleware("read", at: .attempt) { request, next in
      var request = request
      request.headers["X-Number"] = request.context[Number.self].map { "\($0)" }
      return try await next(request)
    }
    let combined = Middleware("both", combining: reading, observing)

    _ = try await Stage.sending(over: connector).wrapped(in: combined)(try request())

    #expect(connector.requests.first?.headers["X-Number"] == "7")
    guard case .started(let started) = heard.all.first?.kind else { throw CancellationError() }
    #expect(started.context[Number.self] == 7)
  }

  @Test func `observes the cause and the time of each attempt`() async throws {
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [twice(clock), observing()])

    let promise = Pipeline(stage).start(try request())
    try await clock.run(sleeps: 1)
    _ = try await promise.value

    #expect(
      names == [
        "started /a", "attempt 1 call /a", "ended 1 200", "retrying luck", "attempt 2 retry 1 /a", "ended 2 200",
        "ended 200",
      ]
    )
    #expect(heard.all.map(\.time) == [0, 0, 0, 0, 1, 1, 1].map { .seconds($0) })
  }

  @Test func `observes the end of a cancelled call once`() async throws {
    let connector = BasicConnector()
    let promise = Pipeline(Stage.sending(over: connector).wrapped(in: [observing()])).start(try request())

    promise.cancel()
    _ = await promise.outcome
    try await eventually { names.last == "ended cancelled" }

    #expect(names == ["started /a", "attempt 1 call /a", "ended 1 cancelled", "ended cancelled"])
  }

  @Test func `observes nothing after the end`() throws {
    let kept = Record<Request>()
    let keeping = Middleware("keep", at: .attempt) { next in
      Stage<Request, Request>.notifying("keep") { (request: Request) in kept.add(request) }.then(next)
    }
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [observing(), keeping])
    _ = try Pipeline(stage).runSynchronously(try request())

    kept.all.first?.note("late")

    #expect(names.last == "ended 200")
  }

  @Test func `all observers receive the same events`() throws {
    let other = Record<String>()
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [observing(), .observe { other.add($0.kind.name) }])

    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(names == other.all)
    #expect(names == ["started /a", "attempt 1 call /a", "ended 1 200", "ended 200"])
  }

  @Test func `observes the attempts of a middleware that recreates its request`() async throws {
    let anew = Middleware("anew") { request, next in
      request.note("anew")
      return try await next(Request(url: try URL(http: "http://h.test/b")))
    }
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [anew, observing()])

    _ = try await stage(try request())

    #expect(names == ["started /a", "note anew", "attempt 1 call /b", "ended 1 200", "ended 200"])
  }

  @Test func `an observed request equals an unobserved one`() throws {
    var watched = try request()
    watched.context[CallObservationKey.self] = CallObservation(within: nil, now: { .zero }, observe: { _ in })
    watched.context[AttemptCauseKey.self] = .hedge

    #expect(watched == (try request()))
    #expect(watched.hashValue == (try request()).hashValue)
  }

  @Test func `hands over the trace of a call when it is over`() throws {
    let traces = Record<CallTrace>()
    let stage = Stage.sending(over: StubConnector()).wrapped(in: [.trace(clock: clock) { traces.add($0) }])

    _ = try Pipeline(stage).runSynchronously(try request())
    _ = try Pipeline(stage).runSynchronously(try request())

    #expect(traces.all.map(\.attempts) == [1, 1])
    #expect(traces.all.map(\.events.count) == [4, 4])
  }
}

/// Waits until what another task does is done.
private func eventually(_ isDone: () -> Bool) async throws {
  while !isDone() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

extension CallEvent.Kind {
  /// The event in a few words.
  fileprivate var name: String {
    switch self {
    case .started(let request): "started \(request.url.path)"
    case .attemptStarted(let number, let cause, let request): "attempt \(number) \(cause.name) \(request.url.path)"
    case .attemptEnded(let number, let result): "ended \(number) \(result.name)"
    case .retrying(_, let reason): "retrying \(reason)"
    case .note(let text): "note \(text)"
    case .ended(let result): "ended \(result.name)"
    default: "\(self)"
    }
  }
}

extension Result<Response, ConnectionError> {
  fileprivate var name: String {
    switch self {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): "\(error.type)"
    }
  }
}
