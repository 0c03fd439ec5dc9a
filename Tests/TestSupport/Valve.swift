import Dispatch

import AbstractHTTPTesting

/// Where threads block until the test opens it.
final class Valve: Sendable {
  private let entered = ObservedValue(0)
  private let semaphore = DispatchSemaphore(value: 0)

  /// Blocks the calling thread until the valve is open.
  func pass() {
    entered.update { $0 += 1 }
    semaphore.wait()
    semaphore.signal()
  }

  /// Lets all through who are there, and who come later.
  func open() { semaphore.signal() }

  /// Waits until so many threads have come.
  func holds(_ count: Int) async throws { try await entered.wait { $0 >= count } }
}
