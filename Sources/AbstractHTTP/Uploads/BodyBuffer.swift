import Foundation

/// Passes the bytes of a stream of a body from its writer to the sender, which can't wait and is called.
///
/// Written data is copied, so that nothing of the writer's is released on the sender's thread.
final class BodyBuffer: Sendable {
  typealias Taken = BodyBufferState.Taken

  private let state = Locked(BodyBufferState())

  // MARK: Whoever writes

  /// Waits until fewer bytes than a limit are unsent, the buffer is of no more use, or the task is cancelled.
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

  /// Has a writer called once fewer bytes than a limit are unsent, or the buffer is of no more use.
  ///
  /// - Returns: `false` if it need not wait.
  func wait(for limit: Int, _ writer: @escaping BodyBufferState.Action) -> Bool {
    state.withLock { $0.wait(for: limit, writer) }
  }

  /// Takes bytes, whether there is room or not.
  func append(_ bytes: some DataProtocol) {
    let piece = Data(bytes)
    state.withLock { $0.append(piece) }?()
  }

  func finish(_ end: BodyBufferState.End) {
    for action in state.withLock({ $0.finish(end) }) { action() }
  }

  /// Whether the sender takes no more.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// How the bytes ended; `nil` while they flow.
  var end: BodyBufferState.End? { state.withLock { $0.end } }

  // MARK: The sender

  /// Begins to give the bytes, from an offset on.
  func connect(skipping toSkip: Int64, ready: @escaping BodyBufferState.Action) {
    state.withLock { $0.connect(skipping: toSkip, ready: ready) }
  }

  func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
    let (taken, writers) = state.withLock { $0.take(into: buffer) }
    for writer in writers { writer() }
    return taken
  }

  /// The fields after the bytes, once all were taken.
  var trailers: HTTPHeaders? {
    if case .finished(let trailers) = end { trailers } else { nil }
  }

  /// Takes no more. Waiting writers are woken, and find out.
  func stop() {
    for writer in state.withLock({ $0.stop() }) { writer() }
  }
}
