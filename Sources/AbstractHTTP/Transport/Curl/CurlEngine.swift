#if os(Linux)
  import CLibcurl
  import Foundation

  /// An engine that uses libcurl on one thread, which sleeps while idle.
  final class CurlEngine: TransferEngine {
    /// The engine of the process; `nil` if libcurl 7.68 or later can't be loaded.
    static var shared: CurlEngine? { (try? SharedEngine.standard.get()) as? CurlEngine }

    static let isLoaded = libcurl_load() == 0

    private let inbox: CurlInbox

    /// Creates an engine with a separate thread and separate connections.
    convenience init?() {
      guard Self.isLoaded else { return nil }
      self.init(.process, isScanning: CurlDefect.unwatchedSockets.isPresent)
    }

    /// Creates an engine for settings, or throws if it can't honor them; `nil` if libcurl can't be loaded.
    convenience init?(_ settings: EngineSettings) throws(TransferRefusal) {
      guard Self.isLoaded else { return nil }
      let configuration = try CurlConfiguration(settings)
      try configuration.probe()
      let limits = CurlLimits.process.limited(by: settings.pool)
      self.init(limits, isScanning: CurlDefect.unwatchedSockets.isPresent, configuration)
    }

    /// - Parameters:
    ///   - isScanning: Whether libcurl checks all of its sockets in each turn.
    ///   - configuration: The options that differ from the default settings.
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
      /// The longest processor time between two checks for new work.
      var longestTurn: Duration { inbox.longestTurn }

      /// The number of times libcurl worked on a transfer.
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

  /// The owner's handle of an exchange over libcurl. All work is done on the loop's thread.
  final class CurlTransfer: HTTPExchange {
    /// The options with which a transfer starts.
    struct Options {
      var isSuspended = false
      var isConnectionNew = false
      /// The protocol that the server used last time.
      var version: HTTPVersion?
      /// Whether the connection is closed after the transfer, rather than kept.
      var closesConnection = false
      /// The old addresses that libcurl forgets with the transfer.
      var forgetting = CurlLookups.Forgetting.all
    }

    /// The protocol of a server.
    enum HTTPVersion { case http1, http2 }

    let request: WireRequest
    let progress: @Sendable (TransferProgress) -> Void
    let complete: @Sendable (Result<WireResponse, any Error>) -> Void
    /// The time at which the transfer was submitted, if it is measured.
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

    /// Continues a body that waited for its source or its receiver.
    func bodyMoved() { send(.goOn) }

    private func send(_ order: CurlInbox.Order) {
      if !NativeThread.isForked { inbox.send(order, to: self) }
    }
  }
#endif
