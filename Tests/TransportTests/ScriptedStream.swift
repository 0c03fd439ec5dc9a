import Foundation
@testable import TestSupport

/// A stream that gives what a test says, waits where it says, and fails if it says so.
final class ScriptedStream: InputStream {
  enum Step { case give(Data), hold(Hold), fail }

  /// A place where a stream waits, on a thread of the transport's, until it is let go on.
  final class Hold: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func letGo() { semaphore.signal() }

    fileprivate func wait() {
      semaphore.wait()
      semaphore.signal()
    }
  }

  struct Fault: Error {}

  private var steps: [Step]
  private var hasFailed = false

  init(_ steps: [Step]) {
    self.steps = steps
    super.init(data: Data())
  }

  override func open() {}

  override func close() {}

  override var streamStatus: Stream.Status { hasFailed ? .error : .open }

  override var streamError: (any Error)? { hasFailed ? Fault() : nil }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    guard !steps.isEmpty else { return 0 }
    switch steps.removeFirst() {
    case .give(let data):
      let count = min(length, data.count)
      data.copyBytes(to: buffer, count: count)
      if count < data.count { steps.insert(.give(data.dropFirst(count)), at: 0) }
      return count
    case .hold(let hold):
      hold.wait()
      return read(buffer, maxLength: length)
    case .fail:
      hasFailed = true
      return -1
    }
  }
}
