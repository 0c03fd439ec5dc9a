import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct PipelineStartTests {
  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/")) }

  @Test func `over a stub the promise is settled when start returns`() throws {
    let pipeline = Pipeline {
      Stage.sending(over: StubConnector(Response(statusCode: 204)))
      Stage.accepting(200..<300)
    }

    let promise = pipeline.start(try request())

    #expect(promise.settled?.value?.statusCode == 204)
  }

  @Test func `fails with the error, and is not cancelled by it`() throws {
    let pipeline = Pipeline(Stage.sending(over: StubConnector.failing(URLError(.timedOut))))

    let outcome = pipeline.start(try request()).settled

    #expect(outcome?.errorInfo?.error?.type == .network)
    #expect(outcome?.errorInfo?.isCancelled == false)
  }

  @Test func `a stage that gives up cancels the promise, sooner or later`() async {
    let now = Pipeline(Stage<Int, Int>("now") { _ in throw CancellationError() })
    let later = Pipeline(Stage<Int, Int>("later") { _ async throws in throw CancellationError() })

    for pipeline in [now, later] {
      let outcome = await pipeline.start(1).outcome
      #expect(outcome.errorInfo?.isCancelled == true)
      #expect(outcome.errorInfo?.error?.type == .cancelled)
    }
  }

  @Test func `a cancel of the promise acts at once and reaches the connector, and no later stage runs`() async throws {
    let record = Record<String>()
    let cancelled = Gate()
    let connector = Watching(cancelled)
    let pipeline = Pipeline {
      Stage.sending(over: connector)
      Stage.notifying("after") { (_: Response) in record.add("after") }
    }
    let promise = pipeline.start(try request())

    promise.cancel()

    #expect(promise.settled?.errorInfo?.isCancelled == true)
    #expect(promise.settled?.errorInfo?.error?.type == .cancelled)
    try await cancelled.wait()
    #expect(record.all.isEmpty)
  }

  @Test func `a cancel reaches a stage that sleeps, and no later stage runs`() async throws {
    let record = Record<String>()
    let clock = TestClock()
    let woken = Gate()
    let pipeline = Pipeline {
      Stage<Int, Int>("sleep") { input in
        defer { woken.open() }
        try await clock.sleep(for: .seconds(10))
        return input
      }
      Stage.notifying("after") { (_: Int) in record.add("after") }
    }
    let promise = pipeline.start(1)
    try await clock.waitForSleepers(1)

    promise.cancel()

    try await woken.wait()
    #expect(clock.sleeperCount == 0)
    #expect(record.all.isEmpty)
  }

  @Test func `no later stage runs after a cancel that a stage ignores`() async throws {
    let record = Record<String>()
    let (begun, goOn, over) = (Gate(), Gate(), Gate())
    let pipeline = Pipeline {
      Stage<Int, Int>("stubborn") { input async in
        begun.open()
        await Task.detached { try? await goOn.wait() }.value
        over.open()
        return input
      }
      Stage.notifying("after") { (_: Int) in record.add("after") }
    }
    let task = Task { await pipeline.result(1) }
    try await begun.wait()

    task.cancel()
    goOn.open()
    let result = await task.value

    #expect(over.isOpen)
    #expect(throws: ConnectionError.self) { try result.get() }
    #expect(record.all.isEmpty)
  }

  @Test func `a promise that is cancelled with an error has that error`() throws {
    let promise = Pipeline(Stage.sending(over: StubConnector.neverAnswering)).start(try request())

    promise.cancel(error: ConnectionError(.validation))

    #expect(promise.settled?.errorInfo?.error?.type == .validation)
    #expect(promise.settled?.errorInfo?.isCancelled == true)
  }

  @Test func `a retry starts it again, with the same input`() async throws {
    let connector = StubConnector(sequence: [
      .failure(URLError(.timedOut)), .failure(URLError(.timedOut)), .success(Response(statusCode: 201)),
    ])

    let response = try await Pipeline(Stage.sending(over: connector)).start(try request()).retry(2).value

    #expect(response.statusCode == 201)
    #expect(connector.requests.count == 3)
  }
}

/// A connector that never answers, and says when it is cancelled.
private final class Watching: HTTPConnector {
  private let cancelled: Gate
  private let kept = Locked<[@Sendable (Response?, (any Error)?) -> Void]>([])

  init(_ cancelled: Gate) { self.cancelled = cancelled }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    kept.withLock { $0.append(complete) }
  }

  func cancel() { cancelled.open() }
}
