import AbstractHTTP
import Foundation

/// What other threads tell the server's own, and how they wake it: a byte in a pipe that it polls.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// A pause of that peer is over.
    case resume(peer: Int)
    /// Close every connection.
    case disconnect(resetting: Bool)
    case stop
  }

  private struct State: Sendable {
    var messages: [Message] = []
    var isAwake = false
  }

  /// The end that becomes readable when there is a message.
  let descriptor: Int32
  private let writingEnd: Int32
  private let state = Locked(State())

  init() throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketError("pipe") }
    descriptor = ends[0]
    writingEnd = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  // Whoever may still post holds the mailbox, so the number of the pipe is never another's.
  deinit {
    close(descriptor)
    close(writingEnd)
  }

  func post(_ message: Message) {
    let wakes = state.withLock { state in
      state.messages.append(message)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if wakes { _ = write(writingEnd, [1], 1) }
  }

  /// Takes the messages; to be called when the descriptor is readable.
  func collect() -> [Message] {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
    return state.withLock { state in
      defer { state = State() }
      return state.messages
    }
  }
}
