#if os(Linux)
  import Foundation

  /// The state that all transfers share until the loop sleeps again.
  final class CurlTurn {
    /// The time at which the loop woke, which is sufficiently accurate.
    var now = ContinuousClock.now
    /// The transfers, by socket, whose response has no declared length and began before the request ended.
    private(set) var answered: [Int32: [CurlTransfer]] = [:]
    private var rechecks: [Int32] = []
    /// The sockets of connections that may have unread bytes in libcurl.
    private var stranded: Set<Int32> = []
    /// The transfers that began to stream their bodies in this turn, and whose deadlines change.
    private var streaming: [CurlHandle] = []
    var sockets = CurlSockets()

    #if DEBUG
      /// The number of times libcurl worked on a transfer.
      var visits = 0
    #endif

    /// Notes that the response of an upload has begun, and may end before the upload.
    ///
    /// The upload is also checked in this turn: if the response is already complete, the events for which libcurl
    /// watches the socket may be the same as during connecting, and don't change again.
    func noteAnswer(on socket: Int32, of transfer: CurlTransfer) {
      answered[socket, default: []].append(transfer)
      rechecks.append(socket)
    }

    /// Checks an upload again that couldn't end while it was held.
    func recheck(_ handle: CurlHandle) {
      if let socket = handle.socket, answered[socket] != nil { rechecks.append(socket) }
    }

    /// Whether libcurl has to read a connection once more.
    var hasStrandedBytes: Bool { !stranded.isEmpty }

    /// Notes that bytes of other transfers may remain unread on the connection of a transfer, which is held or ends.
    func noteStrandedBytes(beside handle: CurlHandle) {
      guard CurlDefect.strandedBytes.isPresent, let line = handle.line, let socket = handle.socket,
        sockets.isShared(line)
      else { return }
      stranded.insert(socket)
    }

    func takeStranded() -> Set<Int32> {
      guard hasStrandedBytes else { return [] }
      defer { stranded.removeAll() }
      return stranded
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
      /// The processor time of this thread.
      static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }
    }
  #endif

  /// The protocols that the servers used last time.
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
