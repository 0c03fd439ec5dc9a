#if os(Linux)
  import CLibcurl
  import Foundation

  /// The thread that drives every transfer: takes commands, lets libcurl work, ends what is done, sleeps.
  final class CurlLoop {
    private static let idleHandleLimit = 128
    // NB: libcurl counts those in use, too, and closes what comes back beyond it.
    private static let connectionLimit = 512

    private static let originLimit = 1_000
    private static let timedOut = URLError(.timedOut, "no byte travelled for as long as the timeout allows")

    private let inbox: CurlInbox
    private let multi: UnsafeMutableRawPointer
    private let turn = CurlTurn()
    private var commands: [CurlInbox.Command] = []
    private var running: [ObjectIdentifier: CurlHandle] = [:]
    private var queue = CurlQueue()
    private var idle: [CurlHandle] = []
    /// What the servers spoke the last time.
    private var versions: [HTTPOrigin: CurlTransfer.HTTPVersion] = [:]
    /// When the next transfer may have been idle for too long; looked at only then.
    private var deadline: ContinuousClock.Instant?

    init(_ inbox: CurlInbox) {
      self.inbox = inbox
      multi = inbox.multi.pointer
      _ = libcurl_multi_set(multi, LIBCURL_MAXCONNECTS, Self.connectionLimit)
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
          let time = CurlTurn.processorTime - start
          inbox.longestTurn.withLock { $0 = max($0, time) }
        #endif
        if inbox.fallsAsleep() { _ = libcurl_multi_poll(multi, pause()) }
      }
      for handle in Array(running.values) { end(handle, .completed(.failure(URLError(.cancelled)))) }
    }

    private func takeTurn() {
      inbox.take(into: &commands)
      for command in commands { obey(command) }
      commands.removeAll(keepingCapacity: true)
      _ = libcurl_multi_perform(multi)
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
        guard let handle = running[id] else { return }
        if let failure = handle.resume() { return end(handle, .completed(.failure(failure))) }
        watch(handle)
      case .goOn:
        guard let handle = running[id] else { return }
        if let failure = handle.goOn() { return end(handle, .completed(.failure(failure))) }
        watch(handle)
      }
    }

    private func begin(_ transfer: CurlTransfer, _ options: CurlTransfer.Options = .init()) {
      guard let handle = idle.popLast() ?? CurlHandle(turn) else {
        return end(transfer, .completed(.failure(URLError(.unknown, "libcurl has no memory left"))))
      }
      var options = options
      options.version = versions[transfer.request.address.origin]
      if let failure = handle.begin(transfer, options) ?? handle.join(multi) {
        _ = handle.leave(multi)
        return end(transfer, .completed(.failure(failure)))
      }
      running[ObjectIdentifier(transfer)] = handle
      watch(handle)
    }

    /// Takes the transfer off the wire, and gives its handle back.
    private func end(_ handle: CurlHandle, _ outcome: CurlHandle.Outcome) {
      let isSuspended = handle.isSuspended
      if handle.head.isComplete { note(handle.head.isHTTP2 ? .http2 : .http1, of: handle.transfer) }
      let receiver = handle.receiver
      guard let transfer = handle.leave(multi) else { return }
      running[ObjectIdentifier(transfer)] = nil
      if !CurlDefect.danglingHeader.isPresent, idle.count < Self.idleHandleLimit { idle.append(handle) }
      if case .needsNewConnection = outcome {
        begin(transfer, CurlTransfer.Options(isSuspended: isSuspended, isConnectionNew: true))
      } else {
        end(transfer, outcome, receiver)
      }
    }

    /// Gives the place of the transfer to whoever waits for it, and only then calls back.
    private func end(_ transfer: CurlTransfer, _ outcome: CurlHandle.Outcome, _ receiver: BodyReceiver? = nil) {
      if let next = queue.leave(transfer) {
        begin(next.transfer, CurlTransfer.Options(isSuspended: next.isSuspended))
      }
      switch outcome {
      case .completed(.failure(let error)) where receiver != nil: receiver?.fail(error, transfer.complete)
      case .completed(let result): transfer.complete(result)
      case .received(let receiver): receiver.end(transfer.complete)
      case .needsNewConnection: break
      }
    }

    private func note(_ version: CurlTransfer.HTTPVersion, of transfer: CurlTransfer?) {
      guard let origin = transfer?.request.address.origin, versions[origin] != version else { return }
      if versions.count >= Self.originLimit { versions.removeAll() }
      versions[origin] = version
    }

    private func endFinished() {
      var code: Int32 = 0
      while let easy = libcurl_multi_next_done(multi, &code) {
        guard let handle = CurlHandle.of(easy) else { continue }
        end(handle, handle.outcome(code))
      }
    }

    /// Ends the transfers whose response has come, and whose request nobody needs any more: libcurl reads no further, and
    /// only sends.
    private func endAnswered() {
      guard !turn.answered.isEmpty else { return }
      let answered = turn.answered
      turn.answered = []
      for transfer in answered {
        guard let handle = running[ObjectIdentifier(transfer)], handle.isUploading(transfer.request) else { continue }
        if !handle.isSuspended, !handle.isHeld, let outcome = handle.answeredOutcome(multi) {
          end(handle, outcome)
        } else {
          turn.answered.append(transfer)
        }
      }
    }

    private func endIdle() {
      guard let deadline, deadline <= turn.now else { return }
      self.deadline = nil
      for handle in Array(running.values) {
        guard let limit = handle.deadline else { continue }
        if limit <= turn.now {
          end(handle, .completed(.failure(Self.timedOut)))
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

  /// What holds for all transfers until the loop sleeps again.
  final class CurlTurn {
    /// The time at which the loop woke, which is near enough.
    var now = ContinuousClock.now
    /// The transfers whose response began before their request ended, and whose length is not declared.
    var answered: [CurlTransfer] = []
    var sockets = CurlSockets()

    #if DEBUG
      /// How much time the processor has spent on this thread.
      static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }
    #endif
  }
#endif
