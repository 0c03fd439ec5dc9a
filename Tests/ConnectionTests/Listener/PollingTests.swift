import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct PollingTests {
  private let clock = TestClock()
  private let recorder = Recorder()

  private func connection(_ results: Result<Response, any Error>...) -> (Connection<String>, StubConnector) {
    let connector = StubConnector(sequence: results)
    return (Connection.probe(Probe(recorder: recorder), over: connector), connector)
  }

  private let pong = Result<Response, any Error>.success(Response(data: Data("pong".utf8)))
  private let lost = Result<Response, any Error>.failure(URLError(.networkConnectionLost))

  @Test func `continues after a success and after a network error, each time after the interval`() async throws {
    let (connection, connector) = connection(pong, lost, pong, lost)

    connection.addListener(Polling(every: .seconds(30), clock: clock)).start()
    try await clock.run(sleeps: 3)
    try await clock.waitForSleepers(1)

    #expect(connector.requests.count == 4)
    #expect(clock.waits == Array(repeating: .seconds(30), count: 4))
  }

  @Test func `does not begin before the interval is over`() async throws {
    let (connection, connector) = connection(pong, pong)
    connection.addListener(Polling(every: .seconds(30), clock: clock)).start()
    try await clock.waitForSleepers(1)

    clock.advance(by: .milliseconds(29_999))

    #expect(clock.sleeperCount == 1)
    #expect(connector.requests.count == 1)
  }

  @Test(arguments: ["onReceived", "validate", "parse", "onReceivedModel", "invalidURL"])
  func `stops on every other error`(point: String) {
    let recorder = Recorder()
    recorder.veto(point)
    let spec = Probe(
      url: point == "invalidURL" ? "" : "http://h.test/",
      recorder: recorder,
      isValid: point != "validate",
      parseError: point == "parse" ? Mishap.lost : nil
    )
    let connection = Connection.probe(spec)

    let polling = Polling(every: .seconds(1), clock: clock)
    connection.addListener(polling).start()

    #expect(recorder.events.last == (point == "invalidURL" ? "afterError" : "onEnd"))
    #expect(recorder.error != nil)
    #expect(!polling.isWaiting)
  }

  @Test func `stops on a cancel`() {
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    let polling = Polling(every: .seconds(1), clock: clock)
    connection.addListener(polling).start()

    connection.cancel()

    #expect(recorder.events.last == "onEnd")
    #expect(!polling.isWaiting)
  }

  @Test func `stopped while it waits, it never begins another call`() async throws {
    let (connection, connector) = connection(pong, pong)
    let polling = Polling(every: .seconds(1), clock: clock)
    connection.addListener(polling).start()
    try await clock.waitForSleepers(1)

    polling.stop()
    clock.advance(by: .seconds(10))

    #expect(clock.sleeperCount == 0)
    #expect(connector.requests.count == 1)
  }

  @Test func `stopped during a call, it cancels that`() {
    let connector = StubConnector.neverAnswering
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    let polling = Polling(every: .seconds(1), clock: clock)
    connection.addListener(polling).start()

    polling.stop()

    #expect(recorder.error?.type == .cancelled)
    #expect(!polling.isWaiting)
  }

  @Test func `stopped just as it begins a call, it cancels that`() async throws {
    let (connection, connector) = connection(pong, pong)
    let polling = Locked<Polling?>(nil)
    let begun = Gate()
    let stopping = Polling(every: .seconds(1), clock: clock) { task in
      polling.withLock { $0 }?.stop()
      task.restart()
      begun.open()
    }
    polling.withLock { $0 = stopping }
    connection.addListener(stopping).start()

    try await clock.run(sleeps: 1)
    try await begun.wait()

    #expect(recorder.error?.type == .cancelled)
    #expect(connector.requests.count == 1)
    #expect(!stopping.isWaiting)
    polling.withLock { $0 = nil }
  }

  @Test func `started by hand after a stop, it polls again`() async throws {
    let (connection, connector) = connection(pong, pong, pong)
    let polling = Polling(every: .seconds(1), clock: clock)
    connection.addListener(polling).start()
    polling.stop()

    connection.start()
    try await clock.run(sleeps: 1)
    try await clock.waitForSleepers(1)

    #expect(connector.requests.count == 3)
  }

  @Test func `started by hand while it waits, it waits no longer for the call before`() async throws {
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    let polling = Polling(every: .seconds(10), clock: clock)
    connection.addListener(polling).start()
    connector.fail(URLError(.timedOut))
    try await clock.waitForSleepers(1)

    connection.start()
    // The call before may still be in its onEnd, on another thread.
    while connector.count == 0 { await Task.yield() }

    #expect(clock.sleeperCount == 0)
    #expect(!polling.isWaiting)
    #expect(connector.count == 1)
    polling.stop()
  }

  @Test func `begins the next call with a custom closure`() async throws {
    let (connection, connector) = connection(pong, pong)
    let heard = Gate()
    connection.addListener(Polling(every: .seconds(1), clock: clock) { _ in heard.open() }).start()

    try await clock.run(sleeps: 1)
    try await heard.wait()

    #expect(connector.requests.count == 1)
  }

  @Test func `does not begin a call in a task that is cancelled`() async throws {
    let record = Record<Bool>()
    let second = Gate()
    let connector = StubConnector { _ in
      record.add(Task.isCancelled)
      if record.all.count == 2 { second.open() }
      return Response()
    }
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)
    connection.addListener(Polling(every: .seconds(1), clock: clock)).start()

    try await clock.run(sleeps: 1)
    try await second.wait()

    #expect(record.all == [false, false])
  }
}
