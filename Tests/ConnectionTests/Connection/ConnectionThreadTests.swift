import AbstractHTTPTesting
import Dispatch
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Where events come, and what happens when many threads pull at one connection.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionThreadTests {
  private static let pong = Response(data: Data("pong".utf8))

  @Test func `an answer that another thread gives before the call waits is not followed up on the caller's thread`()
    async
  {
    let connector = Elsewhere(Self.pong)
    let caller = Locked<ThreadId?>(nil)
    let parser = Locked<ThreadId?>(nil)
    let recorder = Recorder()
    recorder.once("parseResponse") { _ in parser.withLock { $0 = .current } }
    let holder = Locked<(any ConnectionTask)?>(nil)
    let connection = Connection.probe(
      Probe(recorder: recorder, connection: { holder.withLock { $0 } }),
      over: connector
    )
    holder.withLock { $0 = connection }

    Thread.detachNewThread {
      caller.withLock { $0 = .current }
      start(connection, recorder)
      // Keeps its number until the end, or the thread of the pool could have the same.
      connector.isOver.wait()
    }
    await recorder.ended()
    connector.isOver.signal()
    holder.withLock { $0 = nil }

    #expect(parser.withLock { $0 } != nil)
    #expect(parser.withLock { $0 } != caller.withLock { $0 })
  }

  @Test func `a middleware of the user's begins on the library's threads`() async throws {
    let isCaller = Locked<Bool?>(nil)
    let caller = Locked<ThreadId?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder)).use(
      Middleware("look") { request, next in
        isCaller.withLock { $0 = caller.withLock { $0 } == ThreadId.current }
        return try await next(request)
      }
    )

    Thread.detachNewThread {
      caller.withLock { $0 = .current }
      start(connection, recorder)
      isOver.wait()
    }
    await recorder.ended()
    isOver.signal()

    #expect(isCaller.withLock { $0 } == false)
  }

  @Test func `results are delivered on the main thread by default, unlike earlier events`() async {
    let recorder = Recorder()
    let places = Locked<[String: Bool]>([:])
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = ConnectionConfig().callbackInMainThread
    for event in [
      "onStart", "onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess", "onEnd",
    ] {
      recorder.once(event) { _ in places.withLock { $0[event] = OnMain.isHere } }
    }

    await Task.detached { _ = start(connection, recorder) }.value
    await recorder.ended()

    let onMain = places.withLock { $0 }.filter(\.value).keys.sorted()
    #expect(onMain == ["afterSuccess", "onEnd", "success"])
  }

  @Test(arguments: ["onNetworkError", "afterError", "onEnd"])
  func `failures come on the main thread by default`(event: String) async {
    let recorder = Recorder()
    let isMain = Locked<Bool?>(nil)
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.failing(URLError(.timedOut)))
    connection.callbackInMainThread = true
    recorder.once(event) { _ in isMain.withLock { $0 = OnMain.isHere } }

    await Task.detached { _ = start(connection, recorder) }.value
    await recorder.ended()

    #expect(isMain.withLock { $0 } == true)
  }

  @Test(arguments: ["onCanceled", "promise cancelled", "afterError", "onEnd"])
  func `a cancellation is delivered on the main thread by default, from any thread`(event: String) async {
    let recorder = Recorder()
    let isMain = Locked<Bool?>(nil)
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    connection.callbackInMainThread = true
    recorder.once(event) { _ in isMain.withLock { $0 = OnMain.isHere } }
    start(connection, recorder)

    await Task.detached { connection.cancel() }.value
    await recorder.ended()

    #expect(isMain.withLock { $0 } == true)
  }

  @Test func `a cancellation in a hook off the main thread is delivered on it`() async {
    let recorder = Recorder()
    let isMain = Locked<Bool?>(nil)
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true
    recorder.once("onReceived") { $0.cancel() }
    recorder.once("onCanceled") { _ in isMain.withLock { $0 = OnMain.isHere } }

    await Task.detached { _ = start(connection, recorder) }.value
    await recorder.ended()

    #expect(isMain.withLock { $0 } == true)
  }

  @Test @MainActor func `from the main thread, too, results come by a hop`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true

    connection.start()
    let eventsBefore = recorder.events
    await recorder.ended()

    #expect(eventsBefore.last == "onReceivedModel")
  }

  @Test @MainActor func `a cancellation after the decision does nothing, even before its delivery on the main thread`()
    async
  {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true

    let promise = connection.start()
    connection.cancel()
    promise.cancel()
    await recorder.ended()

    #expect(recorder.events.suffix(3) == ["success", "afterSuccess", "onEnd"])
    #expect(promise.settled?.value == "pong")
  }

  @Test @MainActor func `a restart after the outcome is decided begins a new call`() async {
    let recorder = Recorder()
    let bodies = StubConnector(sequence: ["first", "second"].map { .success(Response(data: Data($0.utf8))) })
    let connection = Connection.probe(Probe(recorder: recorder), over: bodies)
    connection.callbackInMainThread = true

    let first = connection.start()
    let second = connection.restart()
    await recorder.ended(2)

    #expect([first, second].map(\.settled?.value) == ["first", "second"])
    #expect(recorder.events.filter { $0 == "success" }.count == 2)
  }

  @Test @MainActor func `calls that are started and cancelled in turn have their events in pairs`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    connection.callbackInMainThread = true

    for _ in 0..<3 {
      connection.start()
      connection.cancel()
    }
    await recorder.ended(3)

    let cancelled = ["onCanceled", "afterError"]
    #expect(recorder.events == ["onStart"] + cancelled + ["onEnd"] + cancelled + cancelled)
  }

  @Test @MainActor func `between a cancel and its onEnd, a start begins a new call`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    connection.callbackInMainThread = true
    let first = connection.start()

    connection.cancel()
    connection.httpConnector = StubConnector(Self.pong)
    let second = connection.start()
    await recorder.ended(2)

    #expect(first.settled?.errorInfo?.isCancelled == true)
    #expect(second.settled?.value == "pong")
    let start = recorder.events.lastIndex(of: "onStart")
    #expect(start.map { recorder.events[$0 - 1] } == "onEnd")
  }

  @Test(arguments: ["promise", "afterSuccess", "onEnd"])
  func `a call that is queued is in its holder, and cancelled with all that is there`(point: String) async {
    let (recorder, holder, connector) = (Recorder(), ConnectionHolder(), BasicConnector())
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.holder = holder
    let isHeld = Locked(false)
    recorder.once(point) { task in
      task.restart()
      isHeld.withLock { $0 = holder.contains(task) }
      holder.cancelAll()
    }

    start(connection, recorder)
    connector.answer(Self.pong)
    await recorder.ended(2)

    #expect(isHeld.withLock { $0 })
    #expect(recorder.events.filter { $0 == "onStart" }.count == 1)
    #expect(recorder.events.suffix(2) == ["onCanceled", "afterError"])
  }

  @Test func `a call that is cancelled as its holder takes it is not announced`() {
    let (recorder, connector) = (Recorder(), StubConnector(Self.pong))
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.holder.addListener(CancelsAtOnce())

    let promise = connection.start()

    #expect(recorder.events == ["onCanceled", "afterError"])
    #expect(promise.settled?.errorInfo?.isCancelled == true)
    #expect(connector.requestCount == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `20,000 calls that are queued and cancelled end in linear time`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    let count = 20_000
    let promises = Locked<[ConnectionPromise<String>]>([])
    recorder.once("afterSuccess") { [weak connection] _ in
      for _ in 0..<count {
        guard let promise = connection?.start() else { return }
        promise.cancel()
        promises.withLock { $0.append(promise) }
      }
    }

    connection.start()

    #expect(recorder.events.count { $0 == "onCanceled" } == count)
    #expect(promises.withLock { $0 }.allSatisfy { $0.settled?.errorInfo?.isCancelled == true })
  }

  @Test @MainActor func `of calls that were begun and cancelled in turn, the last one lives`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true

    for _ in 0..<2 {
      connection.start()
      connection.cancel()
    }
    let last = connection.start()
    await recorder.ended(3)

    #expect(last.settled?.value == "pong")
  }

  @Test @MainActor func `cancelling the promise of a cancelled call leaves the next call alone`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true
    let first = connection.start()
    connection.cancel()
    let second = connection.start()

    first.cancel()
    await recorder.ended(2)

    #expect(second.settled?.value == "pong")
  }

  @Test @MainActor func `cancelling the promise of a call to come cancels that call`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    connection.callbackInMainThread = true
    connection.start()
    connection.cancel()
    let second = connection.start()

    second.cancel()
    await recorder.ended(2)

    #expect(second.settled?.errorInfo?.isCancelled == true)
  }

  @Test @MainActor func `cancelling twice does not keep onEnd from beginning a new call`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    connection.callbackInMainThread = true
    recorder.once("onEnd") { $0.restart() }
    connection.start()

    connection.cancel()
    connection.cancel()
    await recorder.ended()

    #expect(recorder.events.last == "onStart")
    connection.cancel()
  }

  @Test func `a transfer that is resumed while it is being held goes on`() {
    let recorder = Recorder()
    let connector = Steered()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    recorder.once("onStart") { $0.suspend() }
    connector.exchange.beforeSuspend { [weak connection] in connection?.resume() }

    connection.start()

    #expect(connector.exchange.isSuspended == false)
    connection.cancel()
  }

  @Test func `a promise that is paused before its call begins holds the call's transfer`() {
    let recorder = Recorder()
    let connector = StubConnector.neverAnswering
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    recorder.once("afterSuccess") { [weak connection] _ in
      connection?.httpConnector = connector
      connection?.start().pause()
    }

    connection.start()

    #expect(connector.suspendCount == 1)
    connection.cancel()
  }

  @Test func `a call that was cancelled before it began has neither onStart nor onEnd`() async {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector(Self.pong))
    let second = Locked<ConnectionPromise<String>?>(nil)
    recorder.once("afterSuccess") { [weak connection] _ in
      let promise = connection?.start()
      second.withLock { $0 = promise }
      connection?.cancel()
    }

    connection.start()

    #expect(recorder.events.suffix(3) == ["onEnd", "onCanceled", "afterError"])
    #expect(second.withLock { $0 }?.settled?.errorInfo?.isCancelled == true)
    #expect(recorder.error?.type == .cancelled)
    #expect(recorder.error?.request == nil, "the request of the call before")
  }

  @Test(.serialized, arguments: 0..<8)
  func `whatever threads do to a connection, every call ends once, and none is lost`(seed: Int) async {
    let recorder = Recorder()
    let connector = StubConnector { request in
      if request.url.path == "/fail" { throw URLError(.networkConnectionLost) }
      return Self.pong
    }
    let isDelayed = seed % 2 == 0
    let connection = Connection(
      requestSpec: Flapping(),
      responseSpec: PlainText()
    )
    connection.httpConnector = isDelayed ? Hopping(connector) as any HTTPConnector : connector
    connection.callbackInMainThread = seed % 4 == 0
    connection.holder = ConnectionHolder()
    connection.addListener(recorder)
    let promises = Promises()

    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var random = Generator(seed * 8 + thread + 1)
          for _ in 0..<200 {
            switch random.next() % 8 {
            case 0, 1: promises.all.last?.cancel()
            case 2: connection.interrupt()
            case 3: connection.breakInterruption()
            case 4: connection.cancel()
            case 5:
              connection.suspend()
              connection.resume()
            case 6:
              let promise = connection.repeatRequest()
              promises.append(promise)
            default:
              let promise = connection.start()
              promises.append(promise)
            }
          }
        }
      }
    }
    connection.cancel()
    for promise in promises.all { _ = await promise.outcome }
    await Idle.wait(for: connection)

    let starts = recorder.events.filter { $0 == "onStart" }.count
    let ends = recorder.events.filter { $0 == "onEnd" }.count
    #expect(starts == ends)
    #expect(connection.holder.count == 0)
    #expect(connection.executionId == nil)
    var open = 0
    for event in recorder.events where event == "onStart" || event == "onEnd" {
      open += event == "onStart" ? 1 : -1
      #expect((0...1).contains(open))
    }
  }
}

private enum Idle {
  /// Waits until the connection has delivered its last event.
  static func wait(for connection: any ConnectionTask) async {
    while ConnectionHolder.isHolding(connection) { await Task.yield() }
  }
}

extension ConnectionHolder {
  fileprivate static func isHolding(_ connection: any ConnectionTask) -> Bool {
    (connection as? Connection<String>)?.holder.contains(connection) ?? false
  }
}

/// Whether the main queue's work runs here; on Linux it may run on a thread that is not the process's first.
enum OnMain {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}

private final class CancelsAtOnce: ConnectionHolderListener {
  func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) { connection.cancel() }
}

private final class Promises: Sendable {
  private let promises = Locked<[ConnectionPromise<String>]>([])

  var all: [ConnectionPromise<String>] { promises.withLock { $0 } }

  func append(_ promise: ConnectionPromise<String>) { promises.withLock { $0.append(promise) } }
}

/// A connector with one exchange, which never ends.
private final class Steered: HTTPConnector {
  let exchange = Exchange()

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {}
  func cancel() {}

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    exchange.hold(complete)
    return exchange
  }

  final class Exchange: HTTPExchange {
    private struct State {
      var isSuspended = false
      var before: (@Sendable () -> Void)?
      var complete: (@Sendable (Result<Response, any Error>) -> Void)?
    }

    private let state = Locked(State())

    var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Does once, just before a suspension, what another thread might do then.
    func beforeSuspend(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.before = action } }

    func hold(_ complete: @escaping @Sendable (Result<Response, any Error>) -> Void) {
      state.withLock { $0.complete = complete }
    }

    func suspend() {
      state.withLock { $0.before.take() }?()
      state.withLock { $0.isSuspended = true }
    }

    func resume() { state.withLock { $0.isSuspended = false } }

    func cancel() { state.withLock { $0.complete = nil } }
  }
}

/// A connector that answers from a task of its own.
private final class Hopping: AsyncHTTPConnector {
  private let inner: StubConnector

  init(_ inner: StubConnector) { self.inner = inner }

  func response(to request: Request) async throws -> Response {
    try await Stage.sending(over: inner)(request)
  }
}

private struct Flapping: RequestSpec {
  let counter = Counter()
  var url: String { counter.next() % 3 == 0 ? "http://probe.test/fail" : "http://probe.test/" }
}

/// Answers on another thread, before its `start` returns.
private final class Elsewhere: HTTPConnector {
  let isOver = DispatchSemaphore(value: 0)
  private let response: Response

  init(_ response: Response) { self.response = response }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    let answered = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [response] in
      complete(response, nil)
      answered.signal()
    }
    answered.wait()
  }

  func cancel() {}
}
