import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct StageCallbackTests {
  private typealias Complete = @Sendable (Result<Int, any Error>) -> Void

  @Test func `called back before it returns, it does not suspend`() throws {
    let stage = Stage<Int, Int>("echo") { input, complete in
      complete(.success(input + 1))
      return {}
    }

    #expect(try Pipeline(stage).runSynchronously(1) == 2)
  }

  @Test func `called back later, it suspends until then`() async throws {
    let later = Locked<Complete?>(nil)
    let stage = Stage<Int, Int>("later") { _, complete in
      later.withLock { $0 = complete }
      return {}
    }

    let promise = Pipeline(stage).start(1)
    let before = promise.settled
    later.withLock { $0 }?(.success(5))

    #expect(before == nil)
    #expect(try await promise.value == 5)
  }

  @Test func `the first call counts, before it returns and after`() async throws {
    let record = Record<Complete>()
    let sooner = Stage<Int, Int>("twice") { _, complete in
      complete(.success(1))
      complete(.success(2))
      complete(.failure(Mishap.lost))
      return {}
    }
    let later = Stage<Int, Int>("twice later") { _, complete in
      record.add(complete)
      return {}
    }

    let promise = Pipeline(later).start(0)
    for result in [.success(1), .success(2), .failure(Mishap.lost)] as [Result<Int, any Error>] {
      record.all[0](result)
    }

    #expect(try Pipeline(sooner).runSynchronously(0) == 1)
    #expect(try await promise.value == 1)
  }

  @Test func `a callback dropped before it returns fails the stage at once`() {
    let stage = Stage<Int, Int>("forgetful", failing: .parse) { _, _ in {} }

    let error = #expect(throws: ConnectionError.self) { try Pipeline(stage).runSynchronously(1) }

    #expect(error?.type == .parse)
    #expect(error?.nativeError is DroppedCallback)
  }

  @Test func `a callback dropped later fails the stage then`() async {
    let later = Locked<Complete?>(nil)
    let stage = Stage<Int, Int>("forgetful") { _, complete in
      later.withLock { $0 = complete }
      return {}
    }

    let promise = Pipeline(stage).start(1)
    later.withLock { $0 = nil }
    let outcome = await promise.outcome

    #expect(outcome.errorInfo?.error?.nativeError is DroppedCallback)
  }

  @Test func `an error that is thrown, and one that is called back, have the stage's type`() {
    let throwing = Stage<Int, Int>("throwing", failing: .invalidRequest) { _, _ in throw Mishap.broken }
    let failing = Stage<Int, Int>("failing", failing: .invalidRequest) { _, complete in
      complete(.failure(Mishap.broken))
      return {}
    }

    for stage in [throwing, failing] {
      let error = #expect(throws: ConnectionError.self) { try Pipeline(stage).runSynchronously(1) }
      #expect(error?.type == .invalidRequest)
      #expect(error?.nativeError as? Mishap == .broken)
    }
  }

  @Test func `cancelled, it cancels the work, and does not wait for the callback`() async {
    let record = Record<Complete>()
    let cancelled = Gate()
    let stage = Stage<Int, Int>("endless") { _, complete in
      record.add(complete)
      return { cancelled.open() }
    }
    let task = Task { await Pipeline(stage).result(1) }

    task.cancel()
    let result = await task.value

    #expect(throws: ConnectionError.self) { try result.get() }
    #expect(cancelled.isOpen)
    record.all[0](.success(1))
  }

  @Test func `the cancel of work that has ended is never called`() async throws {
    let cancelled = Gate()
    let later = Locked<Complete?>(nil)
    let stage = Stage<Int, Int>("short") { _, complete in
      later.withLock { $0 = complete }
      return { cancelled.open() }
    }

    let promise = Pipeline(stage).start(1)
    later.withLock { $0 }?(.success(1))
    _ = try await promise.value
    promise.cancel()

    #expect(!cancelled.isOpen)
  }
}
