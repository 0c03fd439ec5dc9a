#if os(Linux)
  import CLibcurl
  import Foundation

  /// Exchanges over libcurl, on one thread, which sleeps while there is nothing to do.
  final class CurlEngine: TransferEngine {
    /// The engine of the process; `nil` where libcurl 7.68 or later cannot be loaded.
    static var shared: CurlEngine? { (try? SharedEngine.standard.get()) as? CurlEngine }

    static let isLoaded = libcurl_load() == 0

    private let inbox: CurlInbox

    /// Makes an engine with a thread and connections that it shares with no other.
    convenience init?() {
      guard Self.isLoaded else { return nil }
      self.init(.process, isScanning: CurlDefect.unwatchedSockets.isPresent)
    }

    /// Makes an engine for the settings, which it takes into account or refuses; `nil` where libcurl cannot be loaded.
    convenience init?(_ settings: EngineSettings) throws(TransferRefusal) {
      guard Self.isLoaded else { return nil }
      let configuration = try CurlConfiguration(settings)
      try configuration.probe()
      let limits = CurlLimits.process.limited(by: settings.pool)
      self.init(limits, isScanning: CurlDefect.unwatchedSockets.isPresent, configuration)
    }

    /// - Parameters:
    ///   - isScanning: Whether libcurl looks at all of its sockets in each turn.
    ///   - configuration: What differs from the default settings.
    init?(_ limits: CurlLimits, isScanning: Bool, _ configuration: CurlConfiguration? = nil) {
      guard let multi = CurlMulti(isScanning: isScanning) else { return nil }
      let inbox = CurlInbox(multi)
      self.inbox = inbox
      let thread = Thread { CurlLoop(inbox, limits, configuration).run() }
      thread.name = "AbstractHTTP"
      thread.start()
    }

    deinit { inbox.close() }

    #if DEBUG
      /// The most processor time that the thread needed before it looked for new work.
      var longestTurn: Duration { inbox.longestTurn }

      /// How often libcurl worked on a transfer.
      var visits: Int { inbox.visits }
    #endif

    func start(
      _ request: WireRequest,
      progress: @escaping @Sendable (TransferProgress) -> Void,
      complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
    ) -> any HTTPExchange {
      let transfer = CurlTransfer(request, inbox: inbox, progress: progress, complete: complete)
      if NativeThread.isForked {
        complete(.failure(URLError(.resourceUnavailable, "this process is a fork, which its threads did not follow")))
      } else {
        inbox.send(.start, to: transfer)
      }
      return transfer
    }
  }

  /// One exchange over libcurl, as its owner holds it; what happens to it happens on the loop's thread.
  final class CurlTransfer: HTTPExchange {
    /// How a transfer begins.
    struct Options {
      var isSuspended = false
      var isConnectionNew = false
      /// What the server spoke the last time.
      var version: HTTPVersion?
      /// Whether the connection is closed after the transfer, rather than kept.
      var closesConnection = false
      /// Which addresses that were looked up long ago are forgotten.
      var forgetting = CurlLookups.Forgetting.all
    }

    /// What a server speaks.
    enum HTTPVersion { case http1, http2 }

    let request: WireRequest
    let progress: @Sendable (TransferProgress) -> Void
    let complete: @Sendable (Result<WireResponse, any Error>) -> Void
    /// When it was handed over, if it's measured.
    let start: ContinuousClock.Instant?
    private let inbox: CurlInbox

    init(
      _ request: WireRequest,
      inbox: CurlInbox,
      progress: @escaping @Sendable (TransferProgress) -> Void,
      complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
    ) {
      self.request = request
      self.inbox = inbox
      self.progress = progress
      self.complete = complete
      start = request.observe == nil ? nil : .now
    }

    func cancel() { send(.cancel) }

    func suspend() { send(.suspend) }

    func resume() { send(.resume) }

    /// Goes on with a body, which had to wait for its source or its receiver.
    func bodyMoved() { send(.goOn) }

    private func send(_ order: CurlInbox.Order) {
      if !NativeThread.isForked { inbox.send(order, to: self) }
    }
  }
#endif
