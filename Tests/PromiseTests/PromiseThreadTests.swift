import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(5)), .serialized) struct PromiseThreadTests {
  /// One promise that all threads hammer, and what came of it.
  private struct Target: Sendable {
    let promise: Number
    let resolver: PromiseResolver<Int, Int, Mishap>
    let attached = Record<Int>()
    let called = Record<Int>()

    init() { (promise, resolver) = Number.pending() }

    /// What a thread does in a round: a different thing on each thread, and in each round.
    func hammer(_ turn: Int) {
      switch turn % 8 {
      case 0: resolver.fulfill(turn)
      case 1: resolver.reject(.numbered(turn))
      case 2: attach { $0.on(success: { _ in called.add(turn) }, failure: { _ in called.add(turn) }) }
      case 3: attach { $0.success { $0 + 1 }.then { _, _ in called.add(turn) } }
      case 4: promise.pause()
      case 5: promise.resume()
      case 6: if turn % 16 == 6 { promise.cancel(error: .lost) } else { resolver.report(turn) }
      default: attach { $0.success { Number(value: $0) }.finally { called.add(turn) } }
      }
    }

    private func attach(_ handler: (Number) -> Void) {
      attached.add(1)
      handler(promise)
    }
  }

  @Test func `8 threads settle, attach, pause, resume and cancel at once: each handler is called once`() async {
    let perBatch = 50
    for batch in 0..<(Load.rounds / perBatch) {
      let targets = (0..<perBatch).map { _ in Target() }

      await inThreads(8) { thread in
        for (index, target) in targets.enumerated() {
          target.hammer(thread + index + batch)
          target.hammer(thread * 3 + index)
        }
      }

      for target in targets {
        target.promise.resume()
        target.promise.cancel()
        let counts = (target.attached.all.count, target.called.all.count)
        if counts.0 != counts.1 { Issue.record("attached \(counts.0), called \(counts.1)") }
        if target.promise.settled == nil { Issue.record("never settled") }
      }
    }
  }

  @Test func `derived promises are cancelled and attached at once: the source ends cancelled or goes on`() async {
    for _ in 0..<(Load.rounds / 10) {
      let (source, resolver) = Number.pending()
      let derived = (0..<8).map { _ in source.success { $0 + 1 } }

      await inThreads(2) { thread in
        for index in 0..<8 where index % 2 == thread { derived[index].cancel() }
      }

      if source.state != .cancelled { Issue.record("the source is \(source.state)") }
      withExtendedLifetime(resolver) {}
    }
  }

  /// Runs a body in threads, and waits until all of them have ended.
  ///
  /// Waits even if the test is cancelled: nothing can be said of the promises while threads still use them.
  private func inThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
    await withCheckedContinuation { ended in
      let left = Locked(count)
      for index in 0..<count {
        Thread {
          body(index)
          let isLast = left.withLock { left in
            left -= 1
            return left == 0
          }
          if isLast { ended.resume() }
        }.start()
      }
    }
  }
}
