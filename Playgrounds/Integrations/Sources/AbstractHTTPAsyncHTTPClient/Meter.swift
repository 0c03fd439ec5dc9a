import AbstractHTTP
import Foundation
import Synchronization

/// Counts the bytes of an exchange, and reports them in order.
///
/// It reports on a queue of its own, because handlers of progress may block, and neither NIO's threads nor Swift's pool
/// may be blocked.
final class Meter: Sendable {
  private let moved = Mutex(TransferProgress())
  private let report: @Sendable (TransferProgress) -> Void
  private let queue = DispatchQueue(label: "AsyncHTTPClientConnector")

  init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }

  /// Begins to count the body of a request, which may be sent again after a redirect.
  func begin(sending total: Int64?) { moved.withLock { ($0.sent, $0.totalToSend) = (0, total) } }

  func begin(receiving total: Int64?) { moved.withLock { $0.totalToReceive = total } }

  func sent(_ count: Int) { change { $0.sent += Int64(count) } }

  func received(_ count: Int) { change { $0.received += Int64(count) } }

  /// Waits until everything is reported.
  func end() async {
    await withCheckedContinuation { waiter in queue.async { waiter.resume() } }
  }

  private func change(_ change: (inout TransferProgress) -> Void) {
    let moved = moved.withLock { moved in
      change(&moved)
      return moved
    }
    queue.async { [report] in report(moved) }
  }
}
