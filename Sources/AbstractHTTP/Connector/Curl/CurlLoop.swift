#if os(Linux)
  import CLibcurl
  import Foundation

  /// The thread that drives every transfer: takes commands, lets libcurl work, ends what is done, sleeps.
  final class CurlLoop {
    private static let idleHandleLimit = 128
    // NB: libcurl counts those in use, too, and closes what comes back beyond it.
    private static let connectionLimit = 512

    private let inbox: CurlInbox
    private let multi: UnsafeMutableRawPointer
    private let time = CurlTime()
    private var commands: [CurlInbox.Command] = []
    private var running: [ObjectIdentifier: CurlHandle] = [:]
    private var queue = CurlQueue()
    private var idle: [CurlHandle] = []
    /// When the next transfer may have been idle for too long; looked at only then.
    private var deadline: ContinuousClock.Instant?

    init(_ inbox: CurlInbox) {
      self.inbox = inbox
      multi = inbox.multi.pointer
      _ = libcurl_multi_set(multi, LIBCURL_MAXCONNECTS, Self.connectionLimit)
    }

    func run() {
      blockBrokenPipes()
      while true {
        time.now = .now
        inbox.take(into: &commands)
        for command in commands { obey(command) }
        commands.removeAll(keepingCapacity: true)
        _ = libcurl_multi_perform(multi)
        endFinished()
        endIdle()
        if inbox.fallsAsleep() { _ = libcurl_multi_poll(multi, pause()) }
      }
    }

    private func obey(_ command: CurlInbox.Command) {
      let id = ObjectIdentifier(command.transfer)
      switch command.order {
      case .start:
        if queue.enter(command.transfer) { begin(command.transfer) }
      case .cancel:
        if let handle = running[id] {
          end(handle, .failure(URLError(.cancelled)))
        } else if queue.giveUp(command.transfer) {
          command.transfer.complete(.failure(URLError(.cancelled)))
        }
      case .suspend:
        running[id]?.suspend()
        queue.suspend(command.transfer)
      case .resume:
        queue.resume(command.transfer)
        guard let handle = running[id] else { return }
        if let failure = handle.resume() { return end(handle, .failure(failure)) }
        watch(handle)
      case .goOn:
        guard let handle = running[id], let failure = handle.goOn() else { return }
        end(handle, .failure(failure))
      }
    }

    private func begin(_ transfer: CurlTransfer, isSuspended: Bool = false) {
      guard let handle = idle.popLast() ?? CurlHandle(time) else {
        return end(transfer, .failure(URLError(.unknown, "libcurl has no memory left")))
      }
      if let failure = handle.begin(transfer, isSuspended: isSuspended) ?? handle.join(multi) {
        _ = handle.leave(multi)
        return end(transfer, .failure(failure))
      }
      running[ObjectIdentifier(transfer)] = handle
      watch(handle)
    }

    /// Takes the transfer off the wire, and gives its handle back.
    private func end(_ handle: CurlHandle, _ result: Result<WireResponse, any Error>) {
      guard let transfer = handle.leave(multi) else { return }
      running[ObjectIdentifier(transfer)] = nil
      if idle.count < Self.idleHandleLimit { idle.append(handle) }
      end(transfer, result)
    }

    /// Gives the place of the transfer to whoever waits for it, and only then calls back.
    private func end(_ transfer: CurlTransfer, _ result: Result<WireResponse, any Error>) {
      if let next = queue.leave(transfer) { begin(next.transfer, isSuspended: next.isSuspended) }
      transfer.complete(result)
    }

    private func endFinished() {
      var code: Int32 = 0
      while let easy = libcurl_multi_next_done(multi, &code) {
        guard let handle = CurlHandle.of(easy) else { continue }
        end(handle, handle.result(code))
      }
    }

    private func endIdle() {
      guard let deadline, deadline <= time.now else { return }
      self.deadline = nil
      for handle in Array(running.values) {
        guard let limit = handle.deadline else { continue }
        if limit <= time.now {
          end(handle, .failure(URLError(.timedOut, "no byte travelled for as long as the timeout allows")))
        } else {
          watch(handle)
        }
      }
    }

    private func watch(_ handle: CurlHandle) {
      guard let limit = handle.deadline else { return }
      deadline = deadline.map { min($0, limit) } ?? limit
    }

    /// How long to sleep, in milliseconds, rounded up.
    private func pause() -> Int32 {
      guard let deadline else { return .max }
      let (seconds, attoseconds) = (deadline - .now).components
      guard seconds < 86_400 else { return 86_400_000 }
      return Int32(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    /// A peer that is gone must be an error of one transfer, not the end of the process.
    private func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }

  /// The time at which the loop woke, which is near enough for everything that happens until it sleeps again.
  final class CurlTime {
    var now = ContinuousClock.now
  }
#endif
