import Foundation

/// The server's thread, which waits for sockets to be ready, and lets each peer continue.
final class EventLoop {
  private let listener: Socket
  private let core: ServerCore
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var peers: [Peer] = []
  private var polled: [pollfd] = []
  private var isStopped = false

  init(listener: Socket, core: ServerCore) {
    self.listener = listener
    self.core = core
  }

  deinit { buffer.deallocate() }

  /// Serves until it is stopped, and then closes every socket.
  func run() {
    while !isStopped {
      prepare()
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[1].revents != 0 { accept() }
      for index in 2..<polled.count where polled[index].revents != 0 {
        peers[index - 2].handle(polled[index].revents, buffer: buffer)
      }
      if polled[0].revents != 0 { core.mailbox.collect().forEach(obey) }
      peers.removeAll { $0.isClosed }
    }
    listener.end()
    peers.forEach { $0.close() }
  }

  private func prepare() {
    polled.removeAll(keepingCapacity: true)
    polled.append(pollfd(fd: core.mailbox.descriptor, events: Int16(POLLIN), revents: 0))
    polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
    for peer in peers {
      polled.append(pollfd(fd: peer.socket.descriptor, events: peer.interest, revents: 0))
    }
  }

  private func accept() {
    while let socket = listener.acceptNext() {
      peers.append(Peer(id: core.connectionAccepted(), socket: socket, core: core))
    }
  }

  private func obey(_ message: Mailbox.Message) {
    switch message {
    case .resume(let id, let parts): peers.first { $0.id == id && !$0.isClosed }?.resume(with: parts)
    case .disconnect(let resetting): peers.forEach { $0.close(resetting: resetting) }
    case .stop: isStopped = true
    }
  }
}
