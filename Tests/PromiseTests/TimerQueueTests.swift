import Dispatch
import Foundation
import Testing

@testable import AbstractHTTP
@testable import AbstractHTTPTesting
@testable import TestSupport

@Suite(.timeLimit(.minutes(5)))
struct TimerQueueTests {
  private let timers = TimerQueue(idleTime: .milliseconds(1))

  @Test(arguments: 0..<20)
  func `timers leave a heap in the order of their moments, and those that were removed never`(seed: Int) {
    var random = Generator(seed)
    var heap = TimerHeap()
    let fired = Record<Int>()
    let start = ContinuousClock.now
    let delays = (0..<100).map { _ in Int.random(in: 0..<50, using: &random) }
    for (id, delay) in delays.enumerated() { heap.add(UInt64(id), at: start + .seconds(delay)) { fired.add(id) } }
    let removed = Set((0..<100).filter { _ in Bool.random(using: &random) })

    for id in removed { _ = heap.remove(UInt64(id)) }
    let isFirst = heap.earliest == (0..<100).filter { !removed.contains($0) }.map { start + .seconds(delays[$0]) }.min()
    for fire in heap.takeDue(at: start + .seconds(24)) { fire() }
    for fire in heap.takeDue(at: start + .seconds(50)) { fire() }

    let kept = (0..<100).filter { !removed.contains($0) }
    #expect(isFirst)
    #expect(fired.all == kept.sorted { (delays[$0], $0) < (delays[$1], $1) })
    #expect(heap.count == 0)
  }

  @Test func `a later timer does not keep an earlier one waiting`() async throws {
    timers.add(timers.makeId(), at: .now + .seconds(3_600)) {}

    try await timers.wait(until: .now + .milliseconds(1))

    #expect(timers.count == 1)
  }

  @Test func `a wait for a moment that has passed needs no thread`() async throws {
    try await timers.wait(until: .now)

    #expect(!timers.hasThread)
  }

  @Test func `a wait ends as soon as its task is cancelled, and leaves no timer`() async {
    let wait = Task { [timers] in try await timers.wait(until: .now + .seconds(3_600)) }
    while timers.count == 0 { await Task.yield() }

    wait.cancel()

    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(timers.count == 0)
  }

  @Test func `the thread ends when there is no timer for some time, and comes back`() async throws {
    for _ in 0..<3 {
      try await timers.wait(until: .now + .microseconds(100))
      while timers.hasThread { await Task.yield() }
    }
  }

  @Test func `a time limit ends on time while every thread of Swift's pool is blocked`() async {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let inside = ObservedValue(0)
    let opened = DispatchSemaphore(value: 0)

    let results = await withTaskGroup(of: DispatchTimeoutResult.self) { group in
      for _ in 0..<threads {
        group.addTask {
          let isLast = inside.update { inside in
            inside += 1
            return inside == threads
          }
          if isLast {
            Promise<Never, Void, any Error>.pending().promise.timeout(.milliseconds(50)).finally {
              for _ in 0..<threads { opened.signal() }
            }
          }
          return opened.wait(timeout: .now() + 20)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results.allSatisfy { $0 == .success })
  }
}
