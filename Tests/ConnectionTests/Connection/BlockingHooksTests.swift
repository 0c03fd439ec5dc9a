import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Code of the user's that blocks costs a thread, and nothing else. The handlers are held until all that is to go on has gone
/// on; so it never waited for them.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BlockingHooksTests {
  private let server: LoopbackServer
  private let valve = Valve()
  private let silence = Gate()

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/", .text("pong")).on(.get, "/silence", .text("").held(at: silence))
  }

  private func connection(_ path: String = "/") -> Connection<String> {
    let connection = Connection(GetText(url: server.url(path)))
    connection.httpConnector = DefaultHTTPConnector.patient
    connection.callbackInMainThread = false
    return connection
  }

  @Test func `32 handlers that block hold up no task, no request and no timeout`() async throws {
    defer { valve.open() }
    // A handler that is added to a settled promise runs here, so none is settled before all have handlers.
    let begun = Gate()
    server.on(.get, "/later", .text("pong").held(at: begun))
    let blocked = (0..<32).map { _ in connection("/later").start().success { [valve] _ in valve.pass() } }
    begun.open()
    try await valve.holds(32)

    let number = await Task { 7 }.value
    let text = try await connection().start().value
    let limited = connection("/silence").use(.timeout(total: .milliseconds(100)))
    let outcome = await limited.start().outcome
    let isHeld = blocked.allSatisfy { $0.settled == nil }
    valve.open()
    for promise in blocked { try await promise.value }

    #expect(number == 7)
    #expect(text == "pong")
    #expect(outcome.errorInfo?.error?.nativeError is TimedOut)
    #expect(isHeld)
  }

  @Test func `handlers may wait for requests that they begin`() async throws {
    let begun = Gate()
    server.on(.get, "/later", .text("pong").held(at: begun))
    let outer = (0..<4).map { _ in
      connection("/later").start().success { _ in
        let (promise, ended) = (connection().start(), DispatchSemaphore(value: 0))
        // A handler that this handler adds to a settled promise runs after it. So another thread adds it.
        DispatchQueue.global().async { promise.finally { ended.signal() } }
        ended.wait()
        return promise.settled?.value
      }
    }
    begun.open()

    for promise in outer { #expect(try await promise.value == "pong") }
  }

  @Test(arguments: ["onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess", "onEnd"])
  func `a hook that blocks holds up its own connection only`(event: String) async throws {
    defer { valve.open() }
    let recorder = Recorder()
    recorder.once(event) { [valve] _ in valve.pass() }
    let held = Connection.probe(Probe(url: server.url(), recorder: recorder), over: DefaultHTTPConnector.patient)
    held.start()
    try await valve.holds(1)

    let text = try await connection().start().value
    let ends = recorder.events.contains("onEnd") && event != "onEnd"
    valve.open()
    await recorder.ended()

    #expect(text == "pong")
    #expect(!ends)
  }

  @Test func `hooks run on the library's own threads`() async {
    let (recorder, places) = (Recorder(), Record<String>())
    // The answer waits until everything is set up.
    let begun = Gate()
    server.on(.get, "/held", .text("pong").held(at: begun))
    for event in ["onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess", "onEnd"] {
      recorder.once(event) { _ in if ThreadPool.shared.isCurrent { places.add(event) } }
    }
    let connection = Connection.probe(
      Probe(url: server.url("/held"), recorder: recorder),
      over: DefaultHTTPConnector.patient
    )
    connection.use(
      .observe { event in if case .attemptEnded = event.kind, ThreadPool.shared.isCurrent { places.add("observe") } }
    )

    start(connection, recorder).progress { _ in if ThreadPool.shared.isCurrent { places.add("progress") } }
    begun.open()
    await recorder.ended()

    #expect(
      Set(places.all) == [
        "observe", "progress", "onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess",
        "onEnd",
      ]
    )
  }

  @Test func `errors and cancellations are delivered on the library's threads`() async {
    let (recorder, places) = (Recorder(), Record<String>())
    for event in ["onNetworkError", "afterError", "onEnd"] {
      recorder.once(event) { _ in if ThreadPool.shared.isCurrent { places.add(event) } }
    }
    let connection = Connection.probe(
      Probe(url: server.url("/silence"), recorder: recorder),
      over: DefaultHTTPConnector.patient
    )
    connection.use(.timeout(total: .milliseconds(1)))

    start(connection, recorder)
    await recorder.ended()

    #expect(places.all == ["onNetworkError", "afterError", "onEnd"])
  }

  @Test func `stages after one that suspends run on the library's threads, whichever task awaits them`() async throws {
    let pipeline = Pipeline {
      Stage.sending(over: DefaultHTTPConnector.patient)
      Stage("place") { (_: Response) in ThreadPool.shared.isCurrent }
    }

    let isOnPool = try await pipeline(Request(server.url()))

    #expect(isOnPool)
    #expect(!ThreadPool.shared.isCurrent)
  }
}

private struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
}
