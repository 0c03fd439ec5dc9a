#if os(Linux)
  import Foundation

  /// What holds for all transfers until the loop sleeps again.
  final class CurlTurn {
    /// The time at which the loop woke, which is near enough.
    var now = ContinuousClock.now
    /// The transfers whose response began before their request ended, and whose length is not declared, by their sockets.
    private(set) var answered: [Int32: [CurlTransfer]] = [:]
    private var rechecks: [Int32] = []
    /// The transfers whose bodies are streamed since this turn, and whose deadlines are others from now on.
    private var streaming: [CurlHandle] = []
    var sockets = CurlSockets()

    #if DEBUG
      /// How often libcurl worked on a transfer.
      var visits = 0
    #endif

    /// Notes that the response of an upload began, and may end before the upload.
    ///
    /// It's looked at in this turn, too: if all of the response is here already, what libcurl wants of the socket may be what it
    /// wanted to connect, and doesn't change any more.
    func noteAnswer(on socket: Int32, of transfer: CurlTransfer) {
      answered[socket, default: []].append(transfer)
      rechecks.append(socket)
    }

    /// Looks at an upload once more, which could not end while it was held.
    func recheck(_ handle: CurlHandle) {
      if let socket = handle.socket, answered[socket] != nil { rechecks.append(socket) }
    }

    func noteStream(of handle: CurlHandle) { streaming.append(handle) }

    func takeStreaming() -> [CurlHandle] {
      guard !streaming.isEmpty else { return [] }
      defer { streaming.removeAll() }
      return streaming
    }

    func takeRechecks() -> [Int32] {
      guard !rechecks.isEmpty else { return [] }
      defer { rechecks.removeAll() }
      return rechecks
    }

    /// Forgets an upload that ends.
    func forget(_ handle: CurlHandle) {
      guard let socket = handle.socket, let transfer = handle.transfer, let all = answered[socket] else { return }
      let others = all.filter { $0 !== transfer }
      answered[socket] = others.isEmpty ? nil : others
    }
  }

  #if DEBUG
    extension CurlTurn {
      /// How much time the processor has spent on this thread.
      static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }
    }
  #endif

  /// What the servers spoke the last time.
  struct CurlVersions {
    private static let limit = 1_000
    private var versions: [HTTPOrigin: CurlTransfer.HTTPVersion] = [:]

    subscript(origin: HTTPOrigin) -> CurlTransfer.HTTPVersion? { versions[origin] }

    mutating func note(_ version: CurlTransfer.HTTPVersion, of origin: HTTPOrigin) {
      guard versions[origin] != version else { return }
      if versions.count >= Self.limit { versions.removeAll() }
      versions[origin] = version
    }
  }
#endif
