#if os(Linux)
  import CLibcurl

  /// The commands for the loop, which any thread may send. The loop is woken only if it sleeps.
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
      private let statistics = Locked((longestTurn: Duration.zero, visits: 0))
    #endif

    init(_ multi: CurlMulti) { self.multi = multi }

    func send(_ order: Order, to transfer: CurlTransfer) {
      let mustWake = state.withLock { state in
        state.commands.append(Command(order: order, transfer: transfer))
        defer { state.isAsleep = false }
        return state.isAsleep
      }
      if mustWake { poller_wake(multi.poller) }
    }

    deinit { multi.cleanUp() }

    /// Ends the loop.
    func close() {
      state.withLock { $0.isClosed = true }
      poller_wake(multi.poller)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Takes the commands by swapping them with an empty array, so that both keep their capacity.
    func take(into commands: inout [Command]) {
      state.withLock { state in
        state.isAsleep = false
        swap(&state.commands, &commands)
      }
    }

    /// Returns whether the loop may sleep because no command has arrived since the last ones were taken.
    func fallsAsleep() -> Bool {
      state.withLock { state in
        state.isAsleep = state.commands.isEmpty && !state.isClosed
        return state.isAsleep
      }
    }
  }

  #if DEBUG
    extension CurlInbox {
      /// The longest processor time of a turn.
      var longestTurn: Duration { statistics.withLock { $0.longestTurn } }

      /// The number of times libcurl worked on a transfer.
      var visits: Int { statistics.withLock { $0.visits } }

      func note(_ time: Duration, visits: Int) {
        statistics.withLock { $0 = (max($0.longestTurn, time), $0.visits + visits) }
      }
    }
  #endif

  /// A multi handle of libcurl, and the poller on which its thread sleeps.
  // NB: the compiler can't know that `poller_wake` may be called from any thread. Only the loop calls the other
  // functions.
  struct CurlMulti: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let poller: UnsafeMutableRawPointer
    /// Whether libcurl checks all of its sockets in each turn.
    let isScanning: Bool

    /// Creates a handle; `nil` if libcurl can't be loaded, or the system has no memory or descriptors left.
    init?(isScanning: Bool) {
      guard CurlEngine.isLoaded, let multi = libcurl_multi_init() else { return nil }
      guard let poller = poller_make(multi, isScanning ? 1 : 0) else {
        _ = libcurl_multi_cleanup(multi)
        return nil
      }
      (pointer, self.poller, self.isScanning) = (multi, poller, isScanning)
    }

    func cleanUp() {
      _ = libcurl_multi_cleanup(pointer)
      poller_free(poller)
    }
  }
#endif
