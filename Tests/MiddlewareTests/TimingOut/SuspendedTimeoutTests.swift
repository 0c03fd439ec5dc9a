import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Suspended time counts for the total timeout only.
@Suite(.timeLimit(.minutes(1)))
struct SuspendedTimeoutTests {
  private let clock = TestClock()
  private let recorder = Recorder()
  private let connector = StubConnector.neverAnswering

  private func connection(attempt: Duration? = nil, total: Duration? = nil) -> Connection<String> {
    Connection.probe(Probe(recorder: recorder), over: connector)
      .use(.timeout(attempt: attempt, total: total, clock: clock))
  }

  private var timedOut: TimedOut? { recorder.error?.nativeError as? TimedOut }

  @Test func `an attempt's time stands still while the connection is suspended`() async throws {
    let connection = connection(attempt: .seconds(10))
    connection.start()
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    connection.suspend()
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(1_000))
    connection.resume()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(6) - .nanoseconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .nanoseconds(1))
    await recorder.ended()

    #expect(timedOut?.scope == .attempt)
    #expect(connector.cancelCount == 1)
  }

  @Test func `the call's time limit keeps counting`() async throws {
    let connection = connection(attempt: .seconds(10), total: .seconds(60))
    connection.start()
    try await clock.waitForSleepers(2)

    connection.suspend()
    while clock.sleeperCount > 1 { await Task.yield() }
    clock.advance(by: .seconds(60))
    await recorder.ended()

    #expect(timedOut?.scope == .total)
    #expect(timedOut?.limit == .seconds(60))
  }

  @Test func `an attempt that begins suspended has all of its time when it is resumed`() async throws {
    let connection = connection(attempt: .seconds(10))
    recorder.once("onStart") { $0.suspend() }
    connection.start()
    while connector.suspendCount == 0 { await Task.yield() }
    clock.advance(by: .seconds(1_000))

    connection.resume()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await recorder.ended()

    #expect(clock.waits == [.seconds(10)])
    #expect(timedOut?.scope == .attempt)
  }

  @Test func `pausing the promise is suspending, and the next call does not begin so`() async throws {
    let connection = connection(attempt: .seconds(10))
    let promise = connection.start()
    try await clock.waitForSleepers(1)

    promise.pause()
    while clock.sleeperCount > 0 { await Task.yield() }
    connection.cancel()
    await recorder.ended()
    connection.start()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await recorder.ended(2)

    #expect(timedOut?.scope == .attempt)
  }

  @Test(.serialized, arguments: 0..<20)
  func `suspended and resumed from many threads, the time still runs out`(seed: Int) async throws {
    let connection = connection(attempt: .seconds(10))
    connection.start()
    try await clock.waitForSleepers(1)

    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          var random = Generator(seed * 100 + number)
          for _ in 0..<20 { if Bool.random(using: &random) { connection.suspend() } else { connection.resume() } }
        }
      }
    }
    connection.resume()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await recorder.ended()

    #expect(timedOut?.scope == .attempt)
  }
}
