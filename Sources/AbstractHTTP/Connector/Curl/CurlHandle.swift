#if os(Linux)
  import CLibcurl
  import Foundation

  /// One easy handle of libcurl, used for one transfer after another, on the loop's thread only.
  final class CurlHandle {
    private let easy: UnsafeMutableRawPointer
    private let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(LIBCURL_ERROR_SIZE.rawValue))
    private let time: CurlTime
    private var transfer: CurlTransfer?
    private var list: UnsafeMutableRawPointer?
    private var isSuspended = false
    private var lastMove = ContinuousClock.now
    private var head = ResponseHead()
    private var data = Data()
    private var offset: Int64 = 0
    private var moved = TransferProgress()
    /// Why a callback stopped the transfer.
    private var failure: URLError?

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

    private static func from(_ context: UnsafeMutableRawPointer) -> CurlHandle {
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
      head = ResponseHead()
      data = Data()
      failure = nil
      defer { transfer = nil }
      return transfer
    }

    func suspend() {
      isSuspended = true
      _ = libcurl_easy_pause(easy, Int32(LIBCURL_PAUSE_ALL.rawValue))
    }

    func resume() -> URLError? {
      guard isSuspended else { return nil }
      isSuspended = false
      lastMove = time.now
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
      guard head.isComplete else {
        return .failure(URLError(.networkConnectionLost, "the connection ended within the head of the response"))
      }
      return .success(WireResponse(statusCode: head.statusCode, headers: head.headers, data: data))
    }
  }

  // MARK: - Options

  extension CurlHandle {
    /// What stays the same for every transfer.
    private func setUp() {
      let me = Unmanaged.passUnretained(self).toOpaque()
      _ = libcurl_set_pointer(easy, LIBCURL_PRIVATE, me)
      for option in [LIBCURL_WRITEDATA, LIBCURL_HEADERDATA, LIBCURL_READDATA, LIBCURL_SEEKDATA, LIBCURL_PROGRESSDATA] {
        _ = libcurl_set_pointer(easy, option, me)
      }
      _ = libcurl_set_pointer(easy, LIBCURL_ERRORBUFFER, words.baseAddress)
      _ = libcurl_set_number(easy, LIBCURL_NOSIGNAL, 1)
      _ = libcurl_set_number(easy, LIBCURL_FOLLOWLOCATION, 0)
      _ = libcurl_set_number(easy, LIBCURL_PATH_AS_IS, 1)
      _ = libcurl_set_number(easy, LIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
      _ = libcurl_set_number(easy, LIBCURL_NOPROGRESS, 0)
      // NB: without it, cancelling a transfer that looks its host up stops the loop until the resolver answers (7.87).
      _ = libcurl_set_number(easy, LIBCURL_QUICK_EXIT, 1)
      let protocols = LIBCURL_PROTOCOL_HTTP.rawValue | LIBCURL_PROTOCOL_HTTPS.rawValue
      _ = libcurl_set_number(easy, LIBCURL_PROTOCOLS, Int(protocols))
      _ = libcurl_set_text(easy, LIBCURL_ACCEPT_ENCODING, "")
      _ = libcurl_set_text(easy, LIBCURL_USERAGENT, UserAgent.default)
      if let file = Self.authorities { _ = libcurl_set_text(easy, LIBCURL_CAINFO, file) }
      setCallbacks()
    }

    private func setCallbacks() {
      _ = libcurl_set_transfer(easy, LIBCURL_HEADERFUNCTION) { bytes, _, count, context in
        guard let context, let bytes else { return 0 }
        return CurlHandle.from(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: count))
      }
      _ = libcurl_set_transfer(easy, LIBCURL_WRITEFUNCTION) { bytes, _, count, context in
        guard let context, let bytes else { return 0 }
        return CurlHandle.from(context).receive(UnsafeRawBufferPointer(start: bytes, count: count))
      }
      _ = libcurl_set_transfer(easy, LIBCURL_READFUNCTION) { bytes, size, count, context in
        guard let context, let bytes else { return 0 }
        return CurlHandle.from(context).send(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
      }
      _ = libcurl_set_seek(easy) { context, offset, origin in
        guard let context, offset >= 0, origin == SEEK_SET else { return 1 }
        CurlHandle.from(context).offset = offset
        return 0
      }
      _ = libcurl_set_progress(easy) { context, toReceive, received, _, sent in
        guard let context else { return 0 }
        CurlHandle.from(context).move(toReceive: toReceive, received: received, sent: sent)
        return 0
      }
    }

    /// What this transfer asks for.
    func begin(_ transfer: CurlTransfer, isSuspended: Bool) -> URLError? {
      self.transfer = transfer
      self.isSuspended = isSuspended
      lastMove = time.now
      offset = 0
      words[0] = 0
      moved = TransferProgress(totalToSend: transfer.request.body?.length)
      let request = transfer.request
      list = CurlHeaders.list(of: request)
      _ = libcurl_set_pointer(easy, LIBCURL_HTTPHEADER, list)
      guard libcurl_set_text(easy, LIBCURL_URL, request.address.text) == 0 else {
        return URLError(.badURL, "libcurl cannot use the URL")
      }
      setMethod(request)
      return nil
    }

    private func setMethod(_ request: WireRequest) {
      // NB: this also takes back what a body or HEAD has set.
      _ = libcurl_set_number(easy, LIBCURL_HTTPGET, 1)
      var custom: String? = request.httpMethod.rawValue
      if let body = request.body {
        _ = libcurl_set_number(easy, LIBCURL_UPLOAD, 1)
        _ = libcurl_set_size(easy, LIBCURL_INFILESIZE, body.length)
      } else if request.httpMethod == .head {
        _ = libcurl_set_number(easy, LIBCURL_NOBODY, 1)
        custom = nil
      } else if request.httpMethod == .get {
        custom = nil
      }
      _ = libcurl_set_text(easy, LIBCURL_CUSTOMREQUEST, custom)
    }

    /// Where the environment names the authorities to trust; otherwise those that libcurl was built for.
    private static let authorities: String? = {
      let environment = ProcessInfo.processInfo.environment
      return ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }()
  }

  // MARK: - What libcurl calls

  extension CurlHandle {
    private static let pause = 0x1000_0001

    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      lastMove = time.now
      do throws(URLError) {
        try line.withMemoryRebound(to: UInt8.self) { line throws(URLError) in try head.append(line) }
        return line.count
      } catch {
        failure = error
        return 0
      }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      if let limit = transfer?.request.maximumResponseSize, bytes.count > limit - data.count {
        failure = URLError(.dataLengthExceedsMaximum, "the response is longer than \(limit) bytes")
        return 0
      }
      if data.isEmpty { reserve(for: bytes.count) }
      data.append(contentsOf: bytes)
      return bytes.count
    }

    /// Makes room for a long body at once, but never on a server's mere word for more than 16 MB.
    private func reserve(for count: Int) {
      guard count >= 8_192, let length = head.headers["Content-Length"].flatMap({ Int($0) }) else { return }
      data.reserveCapacity(max(count, min(length, 16 << 20)))
    }

    private func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      do throws(URLError) {
        let count = try transfer?.request.body?.read(into: buffer, at: offset) ?? 0
        offset += Int64(count)
        return count
      } catch {
        failure = error
        return Int(LIBCURL_READ_ABORT.rawValue)
      }
    }

    private func move(toReceive: Int64, received: Int64, sent: Int64) {
      guard received != moved.received || sent != moved.sent, let transfer else { return }
      lastMove = time.now
      moved.received = received
      moved.sent = sent
      moved.totalToReceive = toReceive > 0 ? toReceive : nil
      transfer.progress(moved)
    }
  }
#endif
