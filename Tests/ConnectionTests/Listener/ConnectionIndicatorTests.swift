import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ConnectionIndicatorTests {
  private func connection(_ connector: any HTTPConnector = StubConnector.neverAnswering) -> Connection<String> {
    .probe(Probe(recorder: Recorder()), over: connector)
  }

  /// Waits until everything that was sent to the main thread before has run there.
  private func mainThread() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `counts the connections in flight`() {
    let indicator = ConnectionIndicator { _ in }
    let connections = (0..<3).map { _ in connection().addListener(indicator) }

    for connection in connections { connection.start() }
    let started = indicator.referenceCount
    connections[1].cancel()

    #expect(started == 3)
    #expect(indicator.referenceCount == 2)
  }

  @Test func `counts a connection once, however often it is restarted or added`() {
    let indicator = ConnectionIndicator { _ in }
    let connection = connection().addListener(indicator).addListener(indicator)

    connection.start()
    connection.restart()
    let running = indicator.referenceCount
    connection.cancel()

    #expect(running == 1)
    #expect(indicator.referenceCount == 0)
  }

  @Test func `never counts below zero, also where no request could be made`() {
    let indicator = ConnectionIndicator { _ in }
    let running = connection().addListener(indicator)
    let broken = Connection.probe(Probe(url: "broken", recorder: Recorder())).addListener(indicator)

    broken.start()
    running.start()
    broken.start()
    indicator.onEnd(connection: broken, response: nil, responseModel: nil, error: nil)

    #expect(indicator.referenceCount == 1)
    running.cancel()
    #expect(indicator.referenceCount == 0)
  }

  @Test func `shows as the first begins and hides as the last ends, once each`() async {
    let record = Record<String>()
    let indicator = ConnectionIndicator(show: { record.add("show") }, hide: { record.add("hide") })
    let connections = (0..<3).map { _ in connection().addListener(indicator) }

    for connection in connections { connection.start() }
    await mainThread()
    let shown = record.all
    for connection in connections { connection.cancel() }
    await mainThread()

    #expect(shown == ["show"])
    #expect(record.all == ["show", "hide"])
  }

  @Test func `a call that is over before the main thread is free is never shown`() async {
    let record = Record<String>()
    let indicator = ConnectionIndicator(show: { record.add("show") }, hide: { record.add("hide") })

    await MainActor.run { [self] in _ = connection(StubConnector(Response())).addListener(indicator).start() }
    await mainThread()

    #expect(record.all.isEmpty)
  }

  @Test func `tells the number in flight, on the main thread`() async {
    let record = Record<Int>()
    let indicator = ConnectionIndicator { record.add($0) }
    let connections = (0..<2).map { _ in connection().addListener(indicator) }

    for connection in connections {
      connection.start()
      await mainThread()
    }
    for connection in connections {
      connection.cancel()
      await mainThread()
    }

    #expect(record.all == [1, 2, 1, 0])
  }

  @Test func `a terminal's spinner turns with the number in flight, and wipes itself away`() async throws {
    let record = Record<String>()
    let clock = TestClock()
    let indicator = ConnectionIndicator.terminal(clock: clock) { record.add($0) }
    let connections = (0..<2).map { _ in connection().addListener(indicator) }

    await MainActor.run { for connection in connections { connection.start() } }
    for _ in 0..<4 {
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    try await clock.waitForSleepers(1)
    await MainActor.run { for connection in connections { connection.cancel() } }
    await mainThread()

    let frames = ["|", "/", "-", "\\", "|"].map { "\r\($0) 2 in flight " }
    #expect(record.all == frames + ["\r\u{1B}[K"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a terminal's spinner turns again for the next call`() async throws {
    let record = Record<String>()
    let clock = TestClock()
    let indicator = ConnectionIndicator.terminal(clock: clock) { record.add($0) }
    let connection = connection().addListener(indicator)

    for _ in 0..<2 {
      connection.start()
      try await clock.waitForSleepers(1)
      connection.cancel()
      await mainThread()
    }

    #expect(record.all == ["\r| 1 in flight ", "\r\u{1B}[K", "\r| 1 in flight ", "\r\u{1B}[K"])
  }
}
