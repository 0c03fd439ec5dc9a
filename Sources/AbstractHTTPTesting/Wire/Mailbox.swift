import AbstractHTTP
import Foundation

/// Messages from other threads to the server's thread, which they wake with a byte in a pipe that it polls.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// The pause of that peer is over, and it continues with these parts.
    case resume(peer: Int, with: [Reply.Part])
    /// Close every connection.
    case disconnect(resetting: Bool)
    case stop
  }

  private struct State: Sendable {
    var messages: [Message] = []
    var isAwake = false
  }

  /// The end of the pipe that becomes readable when there is a message.
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

  // Any thread that may still post holds the mailbox, so the pipe's descriptor can't have been reused.
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

  /// Takes the messages. Call it when the descriptor is readable.
  func collect() -> [Message] {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
    return state.withLock { state in
      defer { state = State() }
      return state.messages
    }
  }
}
