#if os(Linux)
  import CLibcurl
  import Foundation

  /// The thread that drives every transfer: it takes commands, lets libcurl work, ends finished transfers, and sleeps.
  ///
  /// The cost of a turn depends only on its work. No step iterates over all transfers.
  final class CurlLoop {
    static let idleHandleLimit = 128

    let inbox: CurlInbox
    let multi: UnsafeMutableRawPointer
    let turn = CurlTurn()
    var running: [ObjectIdentifier: CurlHandle] = [:]
    var queue: CurlQueue
    var idle: [CurlHandle] = []
    var versions = CurlVersions()
    var lookups = CurlLookups()
    /// The times at which transfers may have been idle for too long, and are checked.
    var deadlines = CurlDeadlines()
    private let limits: CurlLimits
    private var connectionLimit = 0
    private var commands: [CurlInbox.Command] = []

    private let configuration: CurlConfiguration?

    init(_ inbox: CurlInbox, _ limits: CurlLimits = .process, _ configuration: CurlConfiguration? = nil) {
      self.inbox = inbox
      self.limits = limits
      self.configuration = configuration
      multi = inbox.multi.pointer
      queue = CurlQueue(limit: limits.transfers, originLimit: limits.transfersPerOrigin)
      if let total = limits.connections { _ = libcurl_multi_set(multi, LIBCURL_MAX_TOTAL_CONNECTIONS, total) }
    }

    func run() {
      blockBrokenPipes()
      while !inbox.isClosed {
        turn.now = .now
        #if DEBUG
          let start = CurlTurn.processorTime
        #endif
        takeTurn()
        #if DEBUG
          inbox.note(CurlTurn.processorTime - start, visits: turn.visits)
          turn.visits = 0
        #endif
        poller_wait(inbox.multi.poller, inbox.fallsAsleep() && !turn.hasStrandedBytes ? pause() : 0)
      }
      for handle in Array(running.values) { end(handle, .completed(.failure(URLError(.cancelled)))) }
    }

    private func takeTurn() {
      inbox.take(into: &commands)
      for command in commands { obey(command) }
      commands.removeAll(keepingCapacity: true)
      limitConnections()
      poller_work(inbox.multi.poller)
      for socket in turn.takeStranded() { _ = libcurl_multi_read(multi, socket) }
      endFinished()
      endAnswered()
      endIdle()
    }

    private func obey(_ command: CurlInbox.Command) {
      let id = ObjectIdentifier(command.transfer)
      switch command.order {
      case .start:
        if queue.enter(command.transfer) { begin(command.transfer) }
      case .cancel:
        if let handle = running[id] {
          end(handle, .completed(.failure(URLError(.cancelled))))
        } else if queue.giveUp(command.transfer) {
          command.transfer.complete(.failure(URLError(.cancelled)))
        }
      case .suspend:
        running[id]?.suspend()
        queue.suspend(command.transfer)
      case .resume:
        queue.resume(command.transfer)
        if let handle = running[id] { goOn(handle, handle.resume()) }
      case .goOn:
        if let handle = running[id] { goOn(handle, handle.goOn()) }
      }
    }

    private func goOn(_ handle: CurlHandle, _ failure: (any Error)?) {
      if let failure { return end(handle, .completed(.failure(failure))) }
      watch(handle)
      // A held or suspended transfer doesn't end, even if its response is complete.
      turn.recheck(handle)
    }

    func begin(_ transfer: CurlTransfer, _ options: CurlTransfer.Options = .init()) {
      guard let handle = idle.popLast() ?? CurlHandle(turn, configuration) else {
        return end(transfer, .completed(.failure(URLError(.unknown, "libcurl has no memory left"))))
      }
      let options = complete(options, for: transfer.request.address.origin)
      if let failure = handle.begin(transfer, options) ?? handle.join(multi) {
        _ = handle.leave(multi)
        return end(transfer, .completed(.failure(failure)))
      }
      running[ObjectIdentifier(transfer)] = handle
      watch(handle)
    }

    private func complete(_ options: CurlTransfer.Options, for origin: HTTPOrigin) -> CurlTransfer.Options {
      var options = options
      options.version = versions[origin]
      options.forgetting = lookups.forgetting(origin.host, turn.now)
      // To find the oldest connection, libcurl checks all of them. If there are many, it is cheaper not to keep new
      // connections to unknown servers.
      options.closesConnection = running.count > limits.kept && options.version == nil
      return options
    }

    private func watch(_ handle: CurlHandle) {
      // A deadline only moves later. The existing entry expires first, and is then checked again.
      if let limit = handle.deadline, !deadlines.contains(handle) { deadlines.set(handle, limit) }
    }

    /// Limits the number of connections that libcurl keeps.
    ///
    /// NB: libcurl also counts connections in use, and closes returned connections beyond the limit.
    private func limitConnections() {
      let limit = limits.connections ?? running.count + limits.kept
      guard limit != connectionLimit else { return }
      connectionLimit = limit
      _ = libcurl_multi_set(multi, LIBCURL_MAXCONNECTS, limit)
    }

    /// Returns the time to sleep, in milliseconds, rounded up.
    private func pause() -> Int32 {
      guard let deadline = deadlines.first?.due else { return .max }
      let (seconds, attoseconds) = (deadline - .now).components
      guard seconds < 86_400 else { return 86_400_000 }
      return Int32(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    /// Blocks SIGPIPE, so that a lost peer fails one transfer instead of ending the process.
    private func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
