#if os(Linux)
  import CLibcurl

  /// What the loop is to do, sent from any thread; the loop is woken only when it sleeps.
  final class CurlInbox: Sendable {
    enum Order: Sendable { case start, cancel, suspend, resume, goOn }

    struct Command: Sendable {
      let order: Order
      let transfer: CurlTransfer
    }

    private struct State {
      var commands: [Command] = []
      var isAsleep = false
      var isClosed = false
    }

    let multi: CurlMulti
    private let state = Locked(State())
    #if DEBUG
      let longestTurn = Locked(Duration.zero)
    #endif

    init(_ multi: UnsafeMutableRawPointer) { self.multi = CurlMulti(pointer: multi) }

    func send(_ order: Order, to transfer: CurlTransfer) {
      let mustWake = state.withLock { state in
        state.commands.append(Command(order: order, transfer: transfer))
        defer { state.isAsleep = false }
        return state.isAsleep
      }
      if mustWake { _ = libcurl_multi_wakeup(multi.pointer) }
    }

    deinit { _ = libcurl_multi_cleanup(multi.pointer) }

    /// Ends the loop.
    func close() {
      state.withLock { $0.isClosed = true }
      _ = libcurl_multi_wakeup(multi.pointer)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Hands over the commands that came, by exchange with an empty array, so that both keep their room.
    func take(into commands: inout [Command]) {
      state.withLock { state in
        state.isAsleep = false
        swap(&state.commands, &commands)
      }
    }

    /// Whether the loop may sleep: no command came since the last were taken.
    func fallsAsleep() -> Bool {
      state.withLock { state in
        state.isAsleep = state.commands.isEmpty && !state.isClosed
        return state.isAsleep
      }
    }
  }

  // NB: the compiler cannot know that `curl_multi_wakeup` may be called from any thread; the loop alone calls the rest.
  struct CurlMulti: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
  }
#endif
