import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseAwaitingTests {
  @Test func `value is what it is fulfilled with, before or after the wait began`() async throws {
    let (promise, resolver) = Text.pending()
    async let value = promise.value
    await promise.listenedTo(by: 1)

    resolver.fulfill("awaited")

    #expect(try await value == "awaited")
    #expect(try await promise.value == "awaited")
  }

  @Test func `value throws the error of a rejection, and the one given to cancel`() async {
    await #expect(throws: Mishap.broken) { try await Text(error: .broken).value }
    let (promise, openEnd) = Text.pending()
    promise.cancel(error: .lost)

    await #expect(throws: Mishap.lost) { try await promise.value }
    withExtendedLifetime(openEnd) {}
  }

  @Test func `value of a promise cancelled without an error throws CancellationError`() async {
    let (promise, resolver) = Text.pending()

    resolver.cancel()

    await #expect(throws: CancellationError.self) { try await promise.value }
    #expect(await promise.outcome == .cancelled(nil))
  }

  @Test func `awaiting task cancelled: it stops at once, and cancels the promise without other listeners`() async {
    let (promise, openEnd) = Text.pending()
    let waiting = Task { try await promise.value }
    await promise.listenedTo(by: 1)

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(await promise.outcome == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `awaiting task cancelled: the promise continues if it has other listeners`() async {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()
    promise.on(success: { heard.add($0) })
    let waiting = Task { try await promise.value }
    await promise.listenedTo(by: 2)

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    resolver.fulfill("done")
    #expect(heard.all == ["done"])
  }

  @Test func `a task that was cancelled before it waits stops at once`() async {
    let (promise, openEnd) = Text.pending()

    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await promise.outcome
    }

    #expect(await waiting.value == .cancelled(nil))
    #expect(promise.state == .cancelled)
    withExtendedLifetime(openEnd) {}
  }

  @Test func `a thousand tasks wait for one promise`() async {
    let (promise, resolver) = Number.pending()

    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<1_000 { group.addTask { await promise.outcome.value ?? 0 } }
      await promise.listenedTo(by: 1_000)
      resolver.fulfill(1)
      return await group.reduce(0, +)
    }

    #expect(sum == 1_000)
  }

  @Test func `an async executor fulfils, rejects, reports and is cancelled`() async throws {
    let heard = Record<Int>()
    let fine = Text { () async throws(Mishap) in "fine" }
    let failed = Text { () async throws(Mishap) in throw Mishap.lost }
    let result = Text { () async -> Result<String, Mishap> in .failure(.broken) }
    let (gate, open) = Number.pending()
    let reporting = Text { progress async throws(Mishap) in
      _ = await gate.outcome
      progress(1)
      return "reported"
    }
    reporting.progress { _, new in heard.add(new) }

    open.fulfill(0)

    #expect(try await fine.value == "fine")
    #expect(await failed.outcome == .rejected(.lost))
    #expect(await result.outcome == .rejected(.broken))
    #expect(try await reporting.value == "reported")
    #expect(heard.all == [1])
  }

  @Test func `cancelling the promise cancels the task of its async executor`() async {
    let (ended, resolver) = Promise<Never, Bool, Mishap>.pending()
    let clock = PromiseTestClock()
    let promise = Promise<Never, Void, any Error> {
      do { try await clock.sleep(for: .seconds(1)) } catch { resolver.fulfill(error is CancellationError) }
    }
    await clock.slept(1)

    promise.cancel()

    #expect(await ended.outcome == .fulfilled(true))
  }

  @Test func `a CancellationError of an async executor cancels the promise`() async {
    let promise = Promise<Never, Void, any Error> { throw CancellationError() }

    let outcome = await promise.outcome

    #expect(outcome.errorInfo?.isCancelled == true)
  }

  @Test func `progress is an async sequence of the newest that ends with the promise, and leaving it cancels nothing`()
    async
  {
    let (promise, resolver) = Text.pending()
    let updates = promise.progressUpdates
    let heard = Record<Int>()

    resolver.report(1)
    for await progress in updates {
      heard.add(progress)
      break
    }
    #expect(promise.state == .running)
    let others = promise.progressUpdates
    resolver.report(2)
    resolver.report(3)
    resolver.fulfill("done")
    for await progress in others { heard.add(progress) }

    #expect(heard.all == [1, 3])
  }
}
