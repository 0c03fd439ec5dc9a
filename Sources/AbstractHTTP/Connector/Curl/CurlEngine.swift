#if os(Linux)
  import CLibcurl
  import Foundation

  /// Exchanges over libcurl: one thread for the whole process, which sleeps while there is nothing to do.
  final class CurlEngine: TransferEngine {
    /// The engine of the process; `nil` where libcurl 7.68 or later cannot be loaded.
    static let shared: CurlEngine? = libcurl_load() == 0 ? CurlEngine() : nil

    private let inbox: CurlInbox

    private init?() {
      guard let multi = libcurl_multi_init() else { return nil }
      let inbox = CurlInbox(multi)
      self.inbox = inbox
      let thread = Thread { CurlLoop(inbox).run() }
      thread.name = "AbstractHTTP"
      thread.start()
    }

    func start(
      _ request: WireRequest,
      progress: @escaping @Sendable (TransferProgress) -> Void,
      complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
    ) -> any HTTPExchange {
      let transfer = CurlTransfer(request, inbox: inbox, progress: progress, complete: complete)
      inbox.send(.start, to: transfer)
      return transfer
    }
  }

  /// One exchange over libcurl, as its owner holds it; what happens to it happens on the loop's thread.
  final class CurlTransfer: HTTPExchange {
    let request: WireRequest
    let progress: @Sendable (TransferProgress) -> Void
    let complete: @Sendable (Result<WireResponse, any Error>) -> Void
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
    }

    func cancel() { inbox.send(.cancel, to: self) }

    func suspend() { inbox.send(.suspend, to: self) }

    func resume() { inbox.send(.resume, to: self) }

    func bodyArrived() { inbox.send(.goOn, to: self) }
  }
#endif
