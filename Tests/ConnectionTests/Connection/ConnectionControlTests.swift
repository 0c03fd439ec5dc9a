import Foundation
import Testing
import AbstractHTTPTesting

@testable import AbstractHTTP
@testable import TestSupport

/// `cancel`, `restart`, `interrupt` and the rest, at every point of a connection's lifecycle.
struct ConnectionControlTests {
  /// The points before the outcome of a success is decided.
  static let pending = ["onStart", "onReceived", "validate", "parseResponse", "onReceivedModel"]
  /// The points after it.
  static let decided = ["success", "promise", "afterSuccess", "onEnd"]

  private static let pong = Response(data: Data("pong".utf8))

  @Test(arguments: pending)
  func `a cancel in a hook stops everything but the events of the cancel`(point: String) throws {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder))
    recorder.once(point) { $0.cancel() }

    let promise = connection.start()

    let index = try #require(recorder.events.firstIndex(of: point))
    #expect(recorder.events[(index + 1)...] == ["onCanceled", "afterError", "onEnd"])
    guard case .cancelled(let error) = promise.settled else {
      Issue.record("not cancelled")
      return
    }
    #expect(error?.type == .cancelled)
  }

  @Test func `nothing is sent after a cancel in onStart`() {
    let recorder = Recorder()
    let connector = StubConnector(Self.pong)
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    recorder.once("onStart") { $0.cancel() }

    connection.start()

    #expect(connector.requests.isEmpty)
  }

  @Test(arguments: decided, ["cancel", "interrupt"])
  func `a cancel or an interruption after the outcome is decided does nothing`(point: String, action: String) async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    recorder.once(point) { action == "cancel" ? $0.cancel() : $0.interrupt() }

    start(connection, recorder)
    connector.answer(Self.pong)
    await recorder.ended()

    #expect(recorder.events.suffix(3) == ["promise", "afterSuccess", "onEnd"])
  }

  @Test func `a cancellation while the last hooks run stops a listener that starts the connection again`() async throws
  {
    let (recorder, connector, valve, ended) = (Recorder(), StubConnector(Self.pong), Valve(), Gate())
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    recorder.once("afterSuccess") { task in
      valve.pass()
      task.restart()
    }
    Thread.detachNewThread {
      connection.start()
      ended.open()
    }

    try await valve.holds(1)
    connection.cancel()
    valve.open()
    try await ended.wait()

    #expect(connector.requestCount == 1)
    #expect(connection.executionId == nil)
  }

  @Test func `a run that loses its place while its exchange begins is cancelled before the next run begins`() async {
    let recorder = Recorder()
    let connector = Interrupted()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connector.meanwhile { [weak connection] in connection?.restart() }

    connection.start()
    await recorder.ended()

    #expect(connector.log.all == ["start 1", "cancel 1", "start 2"])
  }

  @Test func `cancelling twice, or before a start, does nothing`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)

    connection.cancel()
    connection.start()
    connection.cancel()
    connection.cancel()

    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test func `a cancel ends the exchange, and its late answer is not heard`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.start()

    connection.cancel()
    await connector.cancelled()
    connector.answer(Self.pong)

    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test func `cancelling the promise cancels the connection`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)

    start(connection, recorder).cancel()

    #expect(recorder.events == ["onStart", "onCanceled", "promise cancelled", "afterError", "onEnd"])
  }

  @Test func `cancelling the only chain on the promise cancels the connection`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    let chain = connection.start().success { $0.count }

    chain.cancel()

    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test func `a cancelled task that awaits the value cancels the connection`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    let task = Task { try await connection.start().value }

    task.cancel()
    _ = await task.result
    await recorder.ended()

    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test(arguments: pending)
  func `a restart in a hook takes the run's place, without a second onStart`(point: String) async throws {
    let recorder = Recorder()
    let connector = StubConnector(Self.pong)
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    let again = Locked<ConnectionPromise<String>?>(nil)
    recorder.once(point) { [weak connection] _ in
      let promise = connection?.restart()
      again.withLock { $0 = promise }
    }

    let promise = connection.start()

    let index = try #require(recorder.events.firstIndex(of: point))
    #expect(
      recorder.events[(index + 1)...]
        == ["onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess", "onEnd"]
    )
    #expect(connector.requests.count == (point == "onStart" ? 1 : 2))
    #expect(promise.settled?.value == "pong")
    #expect(again.withLock { $0 }?.settled?.value == "pong")
  }

  private static let failures: [(event: String, result: Result<Response, any Error>)] = [
    ("onNetworkError", .failure(URLError(.timedOut))),
    ("onResponseError", .success(Response(statusCode: 500))),
    ("onParseError", .success(Response(data: Data([0xFF])))),
  ]

  @Test(arguments: failures)
  func `a restart in an error event makes the call go on, silently`(
    point: String,
    result: Result<Response, any Error>
  ) {
    let recorder = Recorder()
    let connector = StubConnector(sequence: [result, .success(Self.pong)])
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    recorder.once(point) { $0.restart() }

    let promise = connection.start()

    #expect(recorder.events.filter { $0 == "onStart" || $0 == "onEnd" } == ["onStart", "onEnd"])
    #expect(!recorder.events.contains("afterError"))
    #expect(promise.settled?.value == "pong")
  }

  @Test(arguments: decided)
  func `a restart after the outcome is decided begins a new call, after onEnd`(point: String) async {
    let recorder = Recorder()
    let gate = Gate()
    let connection = Connection.probe(Probe(recorder: recorder), over: Gated(Self.pong, gate))
    recorder.once(point) { $0.restart() }

    start(connection, recorder)
    gate.open()
    await recorder.ended(2)

    let calls = recorder.events.split(separator: "onEnd").map(Array.init)
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.first == "onStart" && $0.last == "afterSuccess" })
  }

  @Test func `a new call has a new promise`() {
    let connection = Connection.probe(Probe(recorder: Recorder()), over: StubConnector.neverAnswering)
    let first = connection.start()
    connection.cancel()

    let second = connection.start()

    #expect(first.settled != nil)
    #expect(second.settled == nil)
    connection.cancel()
  }

  @Test func `a second start restarts, and gives the same promise`() {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)

    connection.start()
    connection.start()

    #expect(recorder.events == ["onStart"])
    #expect(connector.count == 2)
    connection.cancel()
  }

  @Test func `the late answer of a replaced run is never heard`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    let promise = connection.start()

    connection.restart()
    connector.answer(Response(data: Data("late".utf8)))
    connector.answer(Self.pong)
    await recorder.ended()

    #expect(promise.settled?.value == "pong")
    #expect(recorder.events.filter { $0 == "onReceived" }.count == 1)
  }

  @Test func `a replaced run is cancelled before the next one sends, and once`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.start()

    connection.restart()
    #expect(connector.log.all == ["execute", "cancel", "execute"])
    connector.answer(Response(data: Data("late".utf8)))
    connector.answer(Self.pong)
    await recorder.ended()

    #expect(connector.log.all == ["execute", "cancel", "execute"])
  }

  @Test func `restart creates the request again, and repeatRequest sends the last one`() {
    let recorder = Recorder()
    let connector = StubConnector(Self.pong)
    let counter = Counter()
    let connection = Connection(requestSpec: Counting(counter: counter), responseSpec: Probe(recorder: recorder))
    connection.httpConnector = connector
    connection.callbackInMainThread = false

    connection.repeatRequest()
    connection.repeatRequest()
    connection.restart()

    #expect(connector.requests.map(\.url.path) == ["/1", "/1", "/2"])
  }

  @Test(arguments: pending)
  func `an interruption in a hook stops the events, and leaves the promise pending`(point: String) throws {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder))
    recorder.once(point) { $0.interrupt() }

    let promise = connection.start()

    #expect(recorder.events.last == point)
    #expect(promise.settled == nil)
    #expect(connection.holder.contains(connection))
    connection.breakInterruption()
    #expect(recorder.events.suffix(3) == ["onCanceled", "afterError", "onEnd"])
  }

  @Test(arguments: pending, [false, true])
  func `a restart or repetition takes over an interrupted call`(point: String, repeats: Bool) {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder))
    recorder.once(point) { $0.interrupt() }
    let promise = connection.start()

    if repeats { connection.repeatRequest() } else { connection.restart() }

    #expect(promise.settled?.value == "pong")
    #expect(recorder.events.filter { $0 == "onStart" }.count == 1)
    #expect(recorder.events.filter { $0 == "onEnd" }.count == 1)
  }

  @Test func `an interruption in flight stops the transfer`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.start()

    connection.interrupt()
    await connector.cancelled()
    connector.answer(Self.pong)

    #expect(recorder.events == ["onStart"])
    connection.cancel()
    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test func `breakInterruption does nothing to a call that is not interrupted`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    connection.breakInterruption()
    connection.start()

    connection.breakInterruption()

    #expect(recorder.events == ["onStart"])
    connection.cancel()
  }

  @Test(.timeLimit(.minutes(1)), arguments: pending.dropFirst() + ["success", "afterSuccess", "onNetworkError"])
  func `cancel stops a listener that restarts forever`(point: String) async throws {
    let recorder = Recorder()
    let connector = StubConnector { _ in
      if point == "onNetworkError" { throw URLError(.timedOut) }
      return Self.pong
    }
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    let reached = Gate()
    let count = Counter()
    recorder.always(point) { task in
      task.restart()
      if count.next() == 100 { reached.open() }
    }

    // NB: a thread of its own, since what never ends would hold one of the few that Swift's tasks share.
    let stopped = Gate()
    Thread.detachNewThread {
      connection.start()
      stopped.open()
    }
    try await reached.wait()
    connection.cancel()
    try await stopped.wait()

    #expect(connection.executionId == nil)
    #expect(connection.holder.count == 0)
  }

  @Test func `a restart of a call that is being cancelled, by its own listener, does nothing`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    recorder.once("onCanceled") { $0.restart() }
    connection.start()

    connection.cancel()

    #expect(recorder.events == ["onStart", "onCanceled", "afterError", "onEnd"])
  }

  @Test func `onStart reaches every listener, also after a cancel in the first`() {
    let first = Recorder()
    let second = Recorder()
    let connection = Connection.probe(Probe(recorder: first), over: StubConnector(Self.pong)).addListener(second)
    first.once("onStart") { $0.cancel() }

    connection.start()

    #expect(second.events == ["onStart", "onEnd"])
  }

  @Test func `a hook stops before its next listener once the run is cancelled`() {
    let first = Recorder()
    let second = Recorder()
    let connection = Connection.probe(Probe(recorder: first)).addResponseListener(second)
    first.once("onReceived") { $0.cancel() }

    connection.start()

    #expect(second.events.isEmpty)
  }

  @Test func `every run has an id of its own, and there is none before and after`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    #expect(connection.executionId == nil)

    connection.start()
    let first = connection.executionId
    connection.restart()
    let second = connection.executionId
    connection.cancel()

    #expect(first != nil && second != nil && first != second)
    #expect(connection.executionId == nil)
  }

  @Test func `latestRequest is there from onStart on`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder))
    let seen = Locked<Request?>(nil)
    recorder.once("onStart") { task in
      let request = task.latestRequest
      seen.withLock { $0 = request }
    }

    connection.start()

    #expect(seen.withLock { $0 }?.url.absoluteString == "http://probe.test/")
  }
}

/// A connector that answers from a task of its own, once a gate is open.
private final class Gated: AsyncHTTPConnector {
  private let response: Response
  private let gate: Gate

  init(_ response: Response, _ gate: Gate) {
    self.response = response
    self.gate = gate
  }

  func response(to request: Request) async throws -> Response {
    try await gate.wait()
    return response
  }
}

private struct Counting: RequestSpec {
  let counter: Counter
  var url: String { "http://probe.test/\(counter.next())" }
}

/// A connector whose first exchange does something while it begins, and never ends. The second is answered at once.
private final class Interrupted: HTTPConnector {
  private final class Exchange: HTTPExchange {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    func cancel() { onCancel() }
  }

  let log = Record<String>()
  private let action = Locked<(@Sendable () -> Void)?>(nil)
  private let kept = Locked<[@Sendable (Result<Response, any Error>) -> Void]>([])

  /// Sets what happens while the first exchange begins.
  func meanwhile(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(nil, URLError(.unsupportedURL))
  }

  func cancel() {}

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    guard let action = action.withLock({ $0.take() }) else {
      log.add("start 2")
      complete(.success(Response(data: Data("pong".utf8))))
      return Exchange {}
    }
    log.add("start 1")
    kept.withLock { $0.append(complete) }
    action()
    let isFirst = Locked(true)
    let thread = ThreadId.current
    return Exchange { [log] in
      guard isFirst.withLock({ $0.exchange(with: false) }) else { return }
      log.add(ThreadId.current == thread ? "cancel 1" : "cancel 1, from elsewhere")
    }
  }
}

extension Bool {
  /// Sets the value, and returns the former one.
  fileprivate mutating func exchange(with value: Bool) -> Bool {
    defer { self = value }
    return self
  }
}
