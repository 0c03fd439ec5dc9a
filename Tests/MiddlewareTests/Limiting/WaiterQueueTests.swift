import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct WaiterQueueTests {
  private final class Line: Sendable {
    private let line = Locked(WaiterQueue())
    let hasAsked = Gate()

    func join() -> WaiterQueue.Place { line.withLock { $0.join() } }

    func call() -> OneShot<Void>? { line.withLock { $0.call() } }

    func leave(_ place: WaiterQueue.Place) -> Bool {
      hasAsked.open()
      return line.withLock { $0.leave(place) }
    }
  }

  @Test func `a given turn is taken, even by a waiter that is cancelled before it continues`() async throws {
    let line = Line()
    let place = line.join()
    let task = Task { try await place.wait { line.leave(place) } }

    let turn = line.call()
    task.cancel()
    try await line.hasAsked.wait()
    for _ in 0..<10 { await Task.yield() }
    turn?.give(.success(()))

    await #expect(throws: Never.self) { try await task.value }
  }

  @Test(arguments: [false, true])
  func `a cancelled waiter leaves, and is not called anymore`(isWaiting: Bool) async throws {
    let line = Line()
    let (first, second) = (line.join(), line.join())
    let task = Task { try await first.wait { line.leave(first) } }
    if isWaiting { for _ in 0..<10 { await Task.yield() } }

    task.cancel()
    let result = await task.result
    let turn = line.call()

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect(error?.type == .cancelled)
    #expect(turn === second.turn)
  }
}
