import AbstractHTTP
import Foundation

/// The connection to one client, which reads requests and plays the scripts of replies, one after the other.
///
/// It belongs to the server's thread.
final class Peer {
  let id: Int
  let socket: Socket
  private let core: ServerCore
  private var parser = RequestParser()
  private var script = Script()
  private var pause: Task<Void, Never>?
  private var isBlocked = false
  private var isLingering = false
  /// Whether it has answered before the whole request arrived, and reads no further.
  private var isDeaf = false
  private var hasInputEnded = false
  private(set) var isClosed = false

  init(id: Int, socket: Socket, core: ServerCore) {
    self.id = id
    self.socket = socket
    self.core = core
  }

  /// The events to poll for. Reading continues while a reply is played, within limits, to notice a client that
  /// disconnects.
  var interest: Int16 {
    let reads = parser.pending < 1 << 20 && !hasInputEnded && !isDeaf ? POLLIN : 0
    return Int16(reads | (isBlocked ? POLLOUT : 0))
  }

  /// Continues when the socket is ready.
  func handle(_ events: Int16, buffer: UnsafeMutableRawBufferPointer) {
    if events & Int16(POLLOUT) != 0 { isBlocked = false }
    if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 { read(into: buffer) }
    goOn()
  }

  /// Continues after a pause, with the parts that were made during it.
  func resume(with parts: [Reply.Part]) {
    pause = nil
    if !parts.isEmpty { script.insert(parts) }
    goOn()
  }

  func close(resetting: Bool = false) {
    guard !isClosed else { return }
    isClosed = true
    pause?.cancel()
    pause = nil
    if resetting { socket.reset() } else { socket.end() }
    core.connectionClosed()
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) {
    switch socket.receive(into: buffer) {
    case .bytes(let count): if !isLingering { parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    case .notNow: break
    case .ended: endInput()
    }
  }

  /// Handles the end of the client's input. The client may still be reading: bytes in progress are sent to the end, and
  /// pauses are cancelled.
  private func endInput() {
    if hasInputEnded || isLingering || pause != nil { close() }
    hasInputEnded = true
  }

  private func goOn() {
    while !isClosed, !isBlocked, !isLingering, pause == nil {
      guard let step = script.next() else {
        guard readRequest() else { return }
        continue
      }
      take(step)
    }
  }

  /// - Returns: Whether there is a reply to send.
  private func readRequest() -> Bool {
    do throws(Refusal) {
      switch try parser.next() {
      case nil:
        if answerEarly() { return true }
        if hasInputEnded { close() }
        return false
      case .expectsContinue: script = Script(["HTTP/1.1 100 Continue\r\n\r\n"])
      case .request(var request):
        request.connection = id
        script = Script(core.reply(to: request).script(for: request))
      }
    } catch {
      script = Script(refusing: error)
    }
    return true
  }

  /// Answers a request by its head, if a route requires it.
  private func answerEarly() -> Bool {
    guard !isDeaf, let request = parser.incomplete, let reply = core.earlyReply(to: request) else { return false }
    isDeaf = true
    script = Script(reply.script(for: request))
    return true
  }

  private func take(_ step: Script.Step) {
    switch step {
    case .send(let data): send(data)
    case .pause(let wait):
      start {
        try? await wait()
        return []
      }
    case .reply(let make, let request): start { await make().script(for: request) }
    case .close: close()
    case .reset: close(resetting: true)
    case .linger:
      isLingering = true
      socket.finishSending()
    }
  }

  private func send(_ data: Data) {
    switch data.withUnsafeBytes(socket.transmit) {
    case .bytes(let count):
      isBlocked = !script.sent(count)
    case .notNow: isBlocked = true
    case .ended: close()
    }
  }

  private func start(_ wait: @escaping @Sendable () async -> [Reply.Part]) {
    guard !hasInputEnded else { return close() }
    pause = Task { [core, id] in
      core.mailbox.post(.resume(peer: id, with: await wait()))
    }
  }
}
