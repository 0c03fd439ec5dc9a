import AbstractHTTP
import CParallelWidth
import Testing
@testable import TestSupport

struct ParallelWidthTests {
  private static let running = Locked(0)

  @Test(arguments: 0..<64)
  func `no more test cases run at once than the width allows`(turn: Int) async {
    let running = Self.running.withLock { running in
      running += 1
      return running
    }
    for _ in 0..<100 { await Task.yield() }
    Self.running.withLock { $0 -= 1 }

    #expect(running <= parallel_width())
  }
}
