import Foundation

/// Passes the bytes of a body from its sender to one reader, at the reader's pace.
///
/// The sender may be a transfer, which can't wait and receives a callback when there is room again, or a task, which
/// waits.
final class StreamBuffer: Sendable {
  typealias Action = StreamState.Action

  private let state: Locked<StreamState>

  /// - Parameters:
  ///   - room: Called once there is room again after bytes were rejected. On any thread.
  ///   - stop: Stops the sender if the reader is released or the stream is cancelled. On any thread.
  init(room: Action? = nil, stop: Action? = nil) { state = Locked(StreamState(room: room, stop: stop)) }

  /// The number of bytes received.
  var count: Int64 { state.withLock { $0.count } }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// How the stream ended; `nil` while it flows.
  var outcome: StreamState.Trailers? { state.withLock { $0.outcome } }

  /// Whether a sender has to wait because its bytes were rejected, or were forced in.
  var isFull: Bool { state.withLock { $0.isFull } }

  // MARK: The sender

  /// Appends bytes.
  ///
  /// - Returns: `false` if there is no room for them yet.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, reader) = state.withLock { $0.append(bytes, isForced: false) }
    reader?.resume(returning: .success(Data(bytes)))
    return isTaken
  }

  /// Appends bytes even if there is no room.
  ///
  /// - Returns: Whether the sender must pause until there is room.
  func push(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (reader, isFull) = state.withLock { ($0.append(bytes, isForced: true).reader, $0.isFull) }
    reader?.resume(returning: .success(Data(bytes)))
    return isFull
  }

  /// Waits until the reader has taken the buffered bytes, the stream has ended, or the task is cancelled.
  func awaitRoom() async {
    let room = Signal()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        if !room.connect(waiter) || !state.withLock({ $0.wait(sender: room.give) }) { room.give() }
      }
    } onCancel: {
      room.give()
    }
  }

  func finish(_ outcome: StreamState.Trailers) { perform(state.withLock { $0.finish(outcome) }) }

  // MARK: The reader

  /// - Returns: `false` if the stream is being read, or was read before.
  func claim() -> Bool { state.withLock { $0.claim() } }

  /// Waits for the next piece; `nil` at the end.
  func next(isolation: isolated (any Actor)?) async -> StreamState.Piece {
    if let piece = received(state.withLock { $0.take() }) { return piece }
    return await withUnsafeContinuation(isolation: isolation) { reader in
      if let piece = received(state.withLock { $0.wait(reader: reader) }) { reader.resume(returning: piece) }
    }
  }

  private func received(_ taken: StreamState.Taken) -> StreamState.Piece? {
    switch taken {
    case .piece(let piece, let released):
      for release in released { release() }
      return piece
    case .isTaken: return .failure(StreamConsumed())
    case .nothing: return nil
    }
  }

  // MARK: The end

  /// Releases a stream that was never read.
  func release() { perform(state.withLock { $0.release() }) }

  func cancel() { stop(CancellationError()) }

  /// Ends the stream with an error, and stops the sender.
  func stop(_ error: any Error) { perform(state.withLock { $0.stop(error) }) }

  /// Calls a closure when the stream ends, on the thread that ends it, or immediately if it has ended. The closure
  /// mustn't block.
  func atEnd(_ action: @escaping Action) { if !state.withLock({ $0.atEnd(action) }) { action() } }

  /// Calls a closure when the stream is stopped, on the thread that stops it, or immediately if it was stopped.
  func atStop(_ action: @escaping Action) {
    let wasStopped = state.withLock { state in
      state.atStop(action)
      return state.wasStopped
    }
    if wasStopped { action() }
  }

  private func perform(_ ending: StreamState.Ending?) {
    guard let ending else { return }
    for action in ending.actions { action() }
    ending.reader?.resume(returning: ending.piece)
  }
}

/// A stream was read a second time, or by two readers at once.
public struct StreamConsumed: Error, Hashable, CustomStringConvertible {
  /// A description of the problem.
  public var description: String { "the stream is being read already, or has been: it can be read once, by one reader" }
}
