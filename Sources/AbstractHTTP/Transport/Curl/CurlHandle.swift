#if os(Linux)
  import CLibcurl
  import Foundation

  /// An easy handle of libcurl, which is used only on the loop's thread, for one or more consecutive transfers.
  final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    /// The options that differ from the default settings.
    let configuration: CurlConfiguration?
    /// Whether the options that are the same for every transfer have been set.
    var isConfigured = false
    /// Whether libcurl was given the target of the request, besides its URL.
    var hasTarget = false
    /// The addresses that replace a DNS lookup, which libcurl reads until the next transfer.
    var addressList: UnsafeMutableRawPointer?
    var connectTimeout: Duration?
    let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(LIBCURL_ERROR_SIZE.rawValue))
    /// The TLS library's context of the last connection that the transfer opened.
    let tlsContext = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    /// The sockets that libcurl opened for this transfer.
    let sockets = UnsafeMutablePointer<libcurl_sockets>.allocate(capacity: 1)
    /// The connection on which the request was sent.
    var line: CurlLine?
    var socket: Int32?
    /// The protocol that the server used last time.
    var version: CurlTransfer.HTTPVersion?
    /// The old addresses that libcurl forgets with the transfer.
    var forgetting = CurlLookups.Forgetting.all
    let turn: CurlTurn
    /// The position of the handle among the deadlines.
    var place: Int?
    var transfer: CurlTransfer?
    var list: UnsafeMutableRawPointer?
    var isSuspended = false
    /// Whether the body waits for room.
    var isHeld = false
    var lastMove = ContinuousClock.now
    var head = ResponseHead()
    var body = ReceivedBody()
    /// Receives a body that is decoded or written to a file.
    var receiver: BodyReceiver?
    /// Passes on a streamed body.
    var stream: StreamBuffer?
    /// The number of bytes of the response's body, as transferred.
    var received: Int64 = 0
    var offset: Int64 = 0
    /// Reads a body that may block.
    var ahead: ReadAhead?
    /// Creates the fields after the body.
    var trailers: CurlTrailers?
    var moved = TransferProgress()
    var sending = CurlSending()
    /// The moments of the transfer, if it's measured.
    var moments: CurlMoments?
    var upload = CurlUpload()
    /// Whether the response is complete while the request is still being sent.
    var isAnsweredEarly = false
    /// The error with which a callback stopped the transfer.
    var failure: (any Error)?

    init?(_ turn: CurlTurn, _ configuration: CurlConfiguration? = nil) {
      guard let easy = libcurl_easy_init() else { return nil }
      self.easy = easy
      self.configuration = configuration
      self.turn = turn
      words.initialize(repeating: 0)
      tlsContext.initialize(to: nil)
      sockets.initialize(to: libcurl_sockets())
      setUp()
    }

    deinit {
      libcurl_easy_cleanup(easy)
      libcurl_list_free(list)
      libcurl_list_free(addressList)
      words.deallocate()
      tlsContext.deallocate()
      sockets.deallocate()
    }

    static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? { libcurl_get_private(easy).map(from) }

    static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
      Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// The time at which the transfer will have been idle for too long; `nil` while it is suspended or held, or waits
    /// only for code.
    var deadline: ContinuousClock.Instant? {
      guard !isSuspended, !isHeld, !upload.awaitsWriter || head.isComplete && stream == nil,
        let request = transfer?.request
      else { return nil }
      return (stream == nil ? request.idleTimeout : request.stallTimeout).map { lastMove + $0 }
    }

    /// Whether another transfer may use the handle.
    ///
    /// NB: libcurl counts how often it sends again over all transfers of a handle, and fails at the sixth time.
    var isReusable: Bool { Self.areReusable && !sending.isRepeated }

    private static let areReusable =
      !CurlDefect.danglingHeader.isPresent && !CurlDefect.noCallBeforeSending.isPresent

    func join(_ multi: UnsafeMutableRawPointer) -> (any Error)? {
      libcurl_multi_add(multi, easy) == 0 ? nil : URLError(.unknown, "libcurl refused the transfer")
    }

    /// Ends the transfer, and prepares the handle for the next one.
    func leave(_ multi: UnsafeMutableRawPointer) -> CurlTransfer? {
      _ = libcurl_multi_remove(multi, easy)
      libcurl_list_free(list)
      list = nil
      leaveLine()
      ahead?.stop()
      ahead = nil
      head = ResponseHead()
      body = ReceivedBody()
      receiver = nil
      stream = nil
      failure = nil
      defer { transfer = nil }
      return transfer
    }

    func suspend() {
      isSuspended = true
      _ = libcurl_easy_pause(easy, Int32(LIBCURL_PAUSE_ALL.rawValue))
    }

    func resume() -> (any Error)? {
      guard isSuspended else { return nil }
      isSuspended = false
      lastMove = turn.now
      return goOn()
    }

    /// Continues bodies that had to wait: the request's for its source, or the response's for its receiver.
    func goOn() -> (any Error)? {
      if let failure = receiver?.failure { return failure }
      guard !isSuspended else { return nil }
      if isHeld || upload.awaitsWriter { (isHeld, upload.awaitsWriter, lastMove) = (false, false, turn.now) }
      let code = libcurl_easy_pause(easy, Int32(LIBCURL_PAUSE_CONT.rawValue))
      // NB: 43 says that there is no connection yet, on which anything could be held.
      return code == 0 || code == 43 || isAnsweredEarly ? nil : failure ?? CurlError.error(code, words: "")
    }

    func makeReceiver(for transfer: CurlTransfer, _ codings: [ContentCoding]) throws(URLError) {
      receiver = try BodyReceiver(of: transfer.request, after: head.wire, decoding: codings) { [weak transfer] in
        transfer?.bodyMoved()
      }
    }
  }
#endif
