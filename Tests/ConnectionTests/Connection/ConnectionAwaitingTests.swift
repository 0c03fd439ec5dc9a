import AbstractHTTPTesting
import Dispatch
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Whoever awaits a call goes on as soon as its outcome is decided; closures and listeners come where they always do.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ConnectionAwaitingTests {
  private static let pong = Response(data: Data("pong".utf8))
  private let recorder = Recorder()
  private let mainThread = Valve()

  private func connection(over connector: any HTTPConnector = StubConnector(pong)) -> Connection<String> {
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.callbackInMainThread = true
    return connection
  }

  /// Blocks the main thread until the valve is opened.
  private func blockMainThread() async throws {
    DispatchQueue.main.async { [mainThread] in mainThread.pass() }
    try await mainThread.holds(1)
  }

  @Test(arguments: [false, true])
  func `a value comes while the main thread is blocked`(isLater: Bool) async throws {
    defer { mainThread.open() }
    try await blockMainThread()
    let stub = StubConnector(Self.pong)

    let value = try await connection(over: isLater ? stub.delayed(by: .zero) : stub).start().value

    #expect(value == "pong")
    #expect(!recorder.events.contains("success"))
    mainThread.open()
    await recorder.ended()
    #expect(recorder.events.suffix(3) == ["success", "afterSuccess", "onEnd"])
  }

  @Test func `an error comes while the main thread is blocked, unless an error listener may restart the call`()
    async throws
  {
    defer { mainThread.open() }
    try await blockMainThread()
    let (connection, heard) = (connection(over: StubConnector.failing(URLError(.timedOut))), Gate())
    connection.removeErrorListener(recorder)
    connection.addOnError { error, _, _ in if error.type == .network { heard.open() } }
    connection.isLogEnabled = true

    let outcome = await connection.start().outcome

    #expect(outcome.errorInfo?.error?.type == .network)
    #expect(!heard.isOpen)
    mainThread.open()
    try await heard.wait()
  }

  @Test(arguments: [false, true])
  func `awaiting tasks don't notice a restart in an error event`(isInMainThread: Bool) async throws {
    let connector = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Self.pong)])
    let connection = connection(over: connector)
    connection.callbackInMainThread = isInMainThread
    recorder.once("onNetworkError") { task in
      task.interrupt()
      DispatchQueue.global().async { task.restart() }
    }

    let value = try await connection.start().value

    #expect(value == "pong")
  }

  @Test func `awaiting tasks receive a cancellation while the main thread is blocked`() async throws {
    defer { mainThread.open() }
    try await blockMainThread()
    let connection = connection(over: StubConnector.neverAnswering)
    let promise = connection.start()
    let waiting = Task { await promise.outcome }

    connection.cancel()
    let second = connection.start()
    connection.cancel()

    #expect(await waiting.value.errorInfo?.isCancelled == true)
    #expect(await second.outcome.errorInfo?.isCancelled == true)
    #expect(recorder.events == ["onStart"])
  }

  @Test func `the progress of a call ends while the main thread is blocked`() async throws {
    defer { mainThread.open() }
    let connector = ManualConnector()
    let promise = connection(over: connector).start()
    try await blockMainThread()
    let updates = promise.progressUpdates

    connector.answer(0, Self.pong)
    for await _ in updates {}

    #expect(try await promise.value == "pong")
  }

  @Test func `awaiting tasks receive a derived promise while the main thread is blocked`()
    async throws
  {
    defer { mainThread.open() }
    try await blockMainThread()
    let (connection, connector) = (
      connection(over: StubConnector(Self.pong).delayed(by: .zero)), StubConnector(Self.pong)
    )
    let first = Connection.probe(Probe(recorder: Recorder()), over: connector)

    let value = try await first.start().flatMap { _ in connection.start() }.value

    #expect(value == "pong")
  }

  @Test func `a success closure that blocks doesn't delay awaiting tasks`() async throws {
    let closure = Valve()
    defer { closure.open() }
    recorder.once("success") { _ in closure.pass() }
    let connection = connection(over: StubConnector(Self.pong).delayed(by: .zero))
    connection.callbackInMainThread = false

    let value = try await connection.start().value
    try await closure.holds(1)

    #expect(value == "pong")
    #expect(recorder.events.last == "success")
  }

  @Test @MainActor func `a decision is the promise's state, and handlers are called asynchronously`() async throws {
    let promise = connection().start()
    let heard = Record<Bool>()

    promise.success { _ in heard.add(OnMain.isHere) }
    #expect(promise.state == .fulfilled)
    #expect(heard.all.isEmpty)
    promise.cancel()
    await recorder.ended()

    #expect(heard.all == [true])
  }

  @Test func `a decision while the promise is paused is delivered when it is resumed`() async throws {
    let connector = ManualConnector()
    let connection = connection(over: connector)
    connection.callbackInMainThread = false
    let promise = connection.start()
    promise.pause()
    connector.answer(0, Self.pong)
    await recorder.ended()
    let before = promise.state

    promise.resume()

    #expect(before == .paused)
    #expect(try await promise.value == "pong")
  }

  @Test(arguments: 0..<50)
  func `awaiting tasks and listeners have the same outcome, whenever a call is cancelled`(seed: Int) async {
    let connection = connection(over: StubConnector(Self.pong).delayed(by: .zero))
    connection.callbackInMainThread = seed % 2 == 0
    let promise = connection.start()
    let waiting = Task { await promise.outcome }

    await Task.detached {
      for _ in 0..<(seed * 4) { await Task.yield() }
      connection.cancel()
    }.value
    let outcome = await waiting.value
    await recorder.ended()

    #expect((outcome.value == nil) == recorder.events.contains("onCanceled"))
    #expect((outcome.value != nil) == recorder.events.contains("success"))
    #expect(promise.settled?.value == outcome.value)
  }
}
