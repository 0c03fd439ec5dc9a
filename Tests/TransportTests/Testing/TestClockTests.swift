import AbstractHTTPTesting
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct TestClockTests {
  @Test func `stands still by itself`() async throws {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }

    try await clock.waitForSleepers(1)

    #expect(clock.now.offset == .zero)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await sleeper.value
  }

  @Test func `wakes a sleeper when its time has come, and not before`() async throws {
    let clock = TestClock()
    let short = Task { try await clock.sleep(for: .seconds(1)) }
    let long = Task { try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForSleepers(2)

    clock.advance(by: .seconds(2))

    try await short.value
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await long.value
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `records how long each sleep was to last`() async throws {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .milliseconds(500))
    }

    try await clock.run(sleeps: 2)

    try await task.value
    #expect(clock.waits == [.seconds(1), .milliseconds(500)])
  }

  @Test func `moves to the next sleeper, or to the last`() async throws {
    let clock = TestClock()
    let sleepers = [3, 1, 2].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
    try await clock.waitForSleepers(3)

    clock.advanceToNextSleeper()
    let afterNext = (clock.now.offset, clock.sleeperCount)
    clock.run()

    #expect(afterNext == (.seconds(1), 2))
    #expect(clock.now.offset == .seconds(3))
    for sleeper in sleepers { try await sleeper.value }
  }

  @Test func `wakes the earliest first`() async throws {
    let clock = TestClock()
    let (order, woken) = AsyncStream.makeStream(of: Int.self)
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        woken.yield(seconds)
      }
    }
    try await clock.waitForSleepers(3)
    var iterator = order.makeAsyncIterator()

    var seen: [Int?] = []
    for _ in 1...3 {
      clock.advanceToNextSleeper()
      seen.append(await iterator.next())
    }

    #expect(seen == [1, 2, 3])
  }

  @Test func `moves nowhere where nobody sleeps`() {
    let clock = TestClock()

    clock.run()
    clock.advanceToNextSleeper()
    clock.advance(by: .seconds(-1))

    #expect(clock.now.offset == .zero)
  }

  @Test func `a cancelled sleeper wakes with a CancellationError, and the others sleep on`() async throws {
    let clock = TestClock()
    let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
    let other = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(2)

    cancelled.cancel()

    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 1)
    clock.run()
    try await other.value
  }

  @Test(arguments: [TestClock(), .immediate()])
  func `a task cancelled before it sleeps does not sleep`(clock: TestClock) async {
    let gate = Gate()
    let task = Task {
      try? await gate.wait()
      try await clock.sleep(for: .seconds(1))
    }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `waiting for sleepers can be cancelled`() async {
    let clock = TestClock()
    let task = Task { try await clock.waitForSleepers(1) }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `does not sleep until a moment that has passed`() async throws {
    let clock = TestClock()
    let start = clock.now
    clock.advance(by: .seconds(2))

    try await clock.sleep(until: start.advanced(by: .seconds(1)))

    #expect(clock.waits == [.seconds(-1)])
  }

  @Test func `lets every sleep pass at once where it is immediate`() async throws {
    let clock: any Clock<Duration> = TestClock.immediate()

    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(for: .seconds(7))

    let waits = try #require(clock as? TestClock).waits
    #expect(waits == [.seconds(5), .seconds(7)])
    #expect((clock as? TestClock)?.now.offset == .seconds(12))
  }

  @Test func `can be used from many tasks at once`() async throws {
    let clock = TestClock()
    let sleepers = (1...500).map { count in Task { try await clock.sleep(for: .milliseconds(count % 7)) } }
    let cancelled = (1...500).map { _ in Task { try? await clock.sleep(for: .seconds(60)) } }

    for task in cancelled { task.cancel() }
    try await clock.waitForSleepers(500 - 500 / 7)
    clock.advance(by: .milliseconds(7))

    for sleeper in sleepers { try await sleeper.value }
    for task in cancelled { await task.value }
    #expect(clock.sleeperCount == 0)
    #expect(clock.waits.count == 1000)
  }
}
