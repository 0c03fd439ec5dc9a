#if os(Linux)
  import CLibcurl
  import Foundation

  /// One easy handle of libcurl, used for one transfer after another, on the loop's thread only.
  final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(LIBCURL_ERROR_SIZE.rawValue))
    let time: CurlTime
    var transfer: CurlTransfer?
    var list: UnsafeMutableRawPointer?
    var isSuspended = false
    var lastMove = ContinuousClock.now
    var head = ResponseHead()
    var body = ReceivedBody()
    var offset: Int64 = 0
    /// Reads a body that may have to be waited for.
    var ahead: ReadAhead?
    var moved = TransferProgress()
    /// Why a callback stopped the transfer.
    var failure: (any Error)?

    init?(_ time: CurlTime) {
      guard let easy = libcurl_easy_init() else { return nil }
      self.easy = easy
      self.time = time
      words.initialize(repeating: 0)
      setUp()
    }

    deinit {
      libcurl_easy_cleanup(easy)
      libcurl_list_free(list)
      words.deallocate()
    }

    static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? { libcurl_get_private(easy).map(from) }

    static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
      Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// When the transfer will have been idle for too long, unless a byte travels; `nil` while it is suspended.
    var deadline: ContinuousClock.Instant? {
      guard !isSuspended, let limit = transfer?.request.idleTimeout else { return nil }
      return lastMove + limit
    }

    func join(_ multi: UnsafeMutableRawPointer) -> URLError? {
      libcurl_multi_add(multi, easy) == 0 ? nil : URLError(.unknown, "libcurl refused the transfer")
    }

    /// Takes the handle off the wire, and makes it ready for the next transfer.
    func leave(_ multi: UnsafeMutableRawPointer) -> CurlTransfer? {
      _ = libcurl_multi_remove(multi, easy)
      libcurl_list_free(list)
      list = nil
      ahead?.stop()
      ahead = nil
      head = ResponseHead()
      body = ReceivedBody()
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
      lastMove = time.now
      return goOn()
    }

    /// Takes up the body again, which had to be waited for.
    func goOn() -> (any Error)? {
      guard !isSuspended else { return nil }
      let code = libcurl_easy_pause(easy, Int32(LIBCURL_PAUSE_CONT.rawValue))
      return code == 0 ? nil : failure ?? CurlError.error(code, words: "")
    }

    func result(_ code: Int32) -> Result<WireResponse, any Error> {
      if let failure { return .failure(failure) }
      // NB: libcurl reports a line that is too long for it as a lack of memory.
      if code == 27, !head.isComplete {
        return .failure(URLError(.badServerResponse, "the head of the response is too long"))
      }
      guard code == 0 else {
        return .failure(CurlError.error(code, words: words.baseAddress.map { String(cString: $0) } ?? ""))
      }
      guard head.isComplete, let transfer else {
        return .failure(URLError(.networkConnectionLost, "the connection ended within the head of the response"))
      }
      return Result { try body.end(of: transfer.request, after: head.wire) }
    }
  }
#endif
