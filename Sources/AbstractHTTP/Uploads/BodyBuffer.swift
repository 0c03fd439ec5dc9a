import Foundation

/// Passes the bytes of a body's stream from its writer to the sender, which can't wait and receives callbacks.
///
/// Written data is copied, so that none of the writer's objects are released on the sender's thread.
final class BodyBuffer: Sendable {
  typealias Taken = BodyBufferState.Taken

  private let state = Locked(BodyBufferState())

  // MARK: The writer

  /// Waits until fewer bytes than a limit are unsent, the buffer has ended, or the task is cancelled.
  func awaitRoom(_ limit: Int) async {
    let room = Signal()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        if !room.connect(waiter) || !wait(for: limit, room.give) { room.give() }
      }
    } onCancel: {
      room.give()
    }
  }

  /// Calls a writer once fewer bytes than a limit are unsent, or the buffer has ended.
  ///
  /// - Returns: `false` if it doesn't need to wait.
  func wait(for limit: Int, _ writer: @escaping BodyBufferState.Action) -> Bool {
    state.withLock { $0.wait(for: limit, writer) }
  }

  /// Appends bytes, even if there is no room.
  func append(_ bytes: some DataProtocol) {
    let piece = Data(bytes)
    state.withLock { $0.append(piece) }?()
  }

  func finish(_ end: BodyBufferState.End) {
    for action in state.withLock({ $0.finish(end) }) { action() }
  }

  /// Whether the sender has stopped taking bytes.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// How the bytes ended; `nil` while they flow.
  var end: BodyBufferState.End? { state.withLock { $0.end } }

  // MARK: The sender

  /// Starts to pass on the bytes at an offset.
  func connect(skipping toSkip: Int64, ready: @escaping BodyBufferState.Action) {
    state.withLock { $0.connect(skipping: toSkip, ready: ready) }
  }

  func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
    let (taken, writers) = state.withLock { $0.take(into: buffer) }
    for writer in writers { writer() }
    return taken
  }

  /// The fields after the bytes, once all bytes have been taken.
  var trailers: HTTPHeaders? {
    if case .finished(let trailers) = end { trailers } else { nil }
  }

  /// Stops taking bytes, and wakes waiting writers.
  func stop() {
    for writer in state.withLock({ $0.stop() }) { writer() }
  }
}
