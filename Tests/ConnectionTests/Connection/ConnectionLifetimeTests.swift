import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Who keeps a connection alive, and how long.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionLifetimeTests {
  private static let pong = Response(data: Data("pong".utf8))

  /// Makes a connection, starts it, and forgets it.
  private func forgotten(
    over connector: any HTTPConnector,
    holder: ConnectionHolder,
    _ recorder: Recorder,
    inMainThread: Bool = false,
    _ use: (Connection<String>) -> Void = { _ in }
  ) -> WeakConnection {
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.holder = holder
    connection.callbackInMainThread = inMainThread
    connection.start().success { $0.count }
    use(connection)
    return WeakConnection(connection)
  }

  @Test func `a connection released by its owner lives until onEnd, and not longer`() async {
    let recorder = Recorder()
    let holder = ConnectionHolder()
    let connector = BasicConnector()

    let connection = forgotten(over: connector, holder: holder, recorder)
    #expect(connection.isAlive)
    #expect(holder.count == 1)
    connector.answer(Self.pong)
    await recorder.ended()

    await connection.released()
    #expect(holder.count == 0)
  }

  @Test(arguments: [false, true])
  func `a connection that ended while it was started is released`(inMainThread: Bool) async {
    let recorder = Recorder()
    let holder = ConnectionHolder()

    let connection = forgotten(over: StubConnector(Self.pong), holder: holder, recorder, inMainThread: inMainThread)
    await recorder.ended()

    await connection.released()
  }

  @Test func `a cancelled connection is released, though its connector never answers`() async {
    let recorder = Recorder()
    let holder = ConnectionHolder()
    let connector = BasicConnector()

    let connection = forgotten(over: connector, holder: holder, recorder)
    holder.cancelAll()

    await connection.released()
    #expect(connector.count == 1)
  }

  @Test func `an interrupted connection stays in its holder until it ends`() async {
    let recorder = Recorder()
    let holder = ConnectionHolder()

    let connection = forgotten(over: StubConnector.neverAnswering, holder: holder, recorder) { $0.interrupt() }
    #expect(holder.count == 1)
    holder.cancelAll()

    await connection.released()
    #expect(recorder.events.suffix(3) == ["onCanceled", "afterError", "onEnd"])
  }

  @Test func `a replaced run does not keep the connection`() async {
    let recorder = Recorder()
    let holder = ConnectionHolder()
    let connector = BasicConnector()

    let connection = forgotten(over: connector, holder: holder, recorder) {
      $0.restart()
      $0.restart()
    }
    holder.cancelAll()

    await connection.released()
  }

  @Test func `a promise in hand keeps its connection, to start it again, and no longer`() async {
    let holder = ConnectionHolder()
    let recorder = Recorder()
    var promise: ConnectionPromise<String>?
    let connection = forgotten(over: BasicConnector(), holder: holder, recorder) {
      promise = $0.restart().success { $0 }
    }

    holder.cancelAll()
    #expect(promise?.settled != nil)
    #expect(connection.isAlive)
    promise = nil

    await connection.released()
  }

  @Test func `it is held before start returns, and no more in its onEnd`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    let holder = connection.holder
    let heldAtEnd = Locked<Bool?>(nil)
    recorder.once("onEnd") { task in heldAtEnd.withLock { $0 = holder.contains(task) } }

    connection.start()
    #expect(holder.contains(connection))
    connection.cancel()

    #expect(heldAtEnd.withLock { $0 } == false)
  }

  @Test func `the holder reports added and removed connections`() {
    let events = Recorder()
    let connection = Connection.probe(Probe(recorder: events))
    connection.holder.addListener(HolderWatcher(events))

    connection.start()

    #expect(events.events.first == "added")
    #expect(events.events.suffix(2) == ["removed", "onEnd"])
  }

  @Test func `holding twice is holding once`() {
    let holder = ConnectionHolder()
    let connection = Connection.probe(Probe(recorder: Recorder()))

    holder.add(connection)
    holder.add(connection)
    holder.remove(connection)

    #expect(holder.count == 0)
  }

  @Test func `cancelAll cancels every connection in flight`() {
    let holder = ConnectionHolder()
    let connector = StubConnector.neverAnswering
    let ends = Counter()
    for _ in 0..<2_000 {
      let connection = Connection(requestSpec: Plain(url: "http://plain.test/"), responseSpec: PlainText())
      connection.httpConnector = connector
      connection.callbackInMainThread = false
      connection.holder = holder
      connection.addOnEnd { _, _, _ in _ = ends.next() }.start()
    }
    #expect(holder.count == 2_000)

    holder.cancelAll()

    #expect(holder.count == 0)
    #expect(ends.next() == 2_001)
  }
}

/// A connection that is watched, not held.
final class WeakConnection: Sendable {
  private struct Reference: Sendable { weak var connection: (any ConnectionTask)? }

  private let reference: Locked<Reference>

  init(_ connection: any ConnectionTask) { reference = Locked(Reference(connection: connection)) }

  var isAlive: Bool { reference.withLock { $0.connection != nil } }

  /// Waits until the last thread that is on its way out of the connection has let go of it.
  func released() async {
    while isAlive { await Task.yield() }
  }
}

private final class HolderWatcher: ConnectionHolderListener {
  private let events: Recorder

  init(_ events: Recorder) { self.events = events }

  func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) { events.record("added") }
  func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder) { events.record("removed") }
}
