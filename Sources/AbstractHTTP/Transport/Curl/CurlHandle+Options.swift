#if os(Linux)
  import CLibcurl
  import Foundation

  /// The options of libcurl.
  extension CurlHandle {
    /// Sets the options that are the same for every transfer.
    func setUp() {
      let me = Unmanaged.passUnretained(self).toOpaque()
      _ = libcurl_set_pointer(easy, LIBCURL_PRIVATE, me)
      for option in [
        LIBCURL_WRITEDATA, LIBCURL_HEADERDATA, LIBCURL_READDATA, LIBCURL_SEEKDATA, LIBCURL_PROGRESSDATA,
        LIBCURL_PREREQDATA,
      ] {
        _ = libcurl_set_pointer(easy, option, me)
      }
      _ = libcurl_set_pointer(easy, LIBCURL_ERRORBUFFER, words.baseAddress)
      _ = libcurl_set_number(easy, LIBCURL_NOSIGNAL, 1)
      _ = libcurl_set_number(easy, LIBCURL_FOLLOWLOCATION, 0)
      _ = libcurl_set_number(easy, LIBCURL_PATH_AS_IS, 1)
      _ = libcurl_set_number(easy, LIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
      _ = libcurl_set_number(easy, LIBCURL_NOPROGRESS, 0)
      // NB: without it, cancelling a transfer during its DNS lookup blocks the loop until the resolver answers.
      _ = libcurl_set_number(easy, LIBCURL_QUICK_EXIT, 1)
      let protocols = LIBCURL_PROTOCOL_HTTP.rawValue | LIBCURL_PROTOCOL_HTTPS.rawValue
      _ = libcurl_set_number(easy, LIBCURL_PROTOCOLS, Int(protocols))
      _ = libcurl_set_number(easy, LIBCURL_SSLVERSION, Int(LIBCURL_TLS_1_2.rawValue))
      _ = libcurl_set_number(easy, LIBCURL_PROXY_SSLVERSION, Int(LIBCURL_TLS_1_2.rawValue))
      _ = libcurl_set_sockets(easy, sockets)
      _ = libcurl_watch_certificates(easy, tlsContext)
      _ = libcurl_set_text(easy, LIBCURL_USERAGENT, UserAgent.default)
      if let file = CurlAuthorities.ofEnvironment { _ = libcurl_set_text(easy, LIBCURL_CAINFO, file) }
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
        let handle = CurlHandle.from(context)
        (handle.offset, handle.upload) = (offset, CurlUpload())
        return 0
      }
      _ = libcurl_set_prerequest(easy) { context, remoteAddress, _, remotePort, localPort in
        guard let context, let remoteAddress else { return 1 }
        let remote = String(cString: remoteAddress)
        let line = CurlLine(remoteAddress: remote, remotePort: remotePort, localPort: localPort)
        return CurlHandle.from(context).willSend(on: line)
      }
      _ = libcurl_set_progress(easy) { context, toReceive, received, _, sent in
        guard let context else { return 0 }
        CurlHandle.from(context).move(toReceive: toReceive, received: received, sent: sent)
        return 0
      }
    }

    /// Sets the options for a transfer.
    func begin(_ transfer: CurlTransfer, _ options: CurlTransfer.Options) -> (any Error)? {
      self.transfer = transfer
      isSuspended = options.isSuspended
      resetState(of: transfer)
      let request = transfer.request
      if let body = request.body, body.mayWait {
        ahead = ReadAhead(body) { [weak transfer] in transfer?.bodyMoved() }
      }
      list = CurlHeaders.list(of: request)
      _ = libcurl_set_pointer(easy, LIBCURL_HTTPHEADER, list)
      guard libcurl_set_text(easy, LIBCURL_URL, request.address.text) == 0 else {
        return URLError(.badURL, "libcurl cannot use the URL")
      }
      setTarget(request.address)
      setConnection(request, options)
      setTrailers(transfer)
      setMethod(request)
      setConnectTimeout(request.connectTimeout)
      return configuration.flatMap { configure($0, for: request) }
    }

    /// Sets the target of a request whose query is empty, because libcurl 8.8.0 and later drops its `?`.
    ///
    /// A proxy that gets the request itself wants the whole URL (RFC 9112 §3.2.2).
    private func setTarget(_ address: HTTPAddress) {
      let isNeeded = address.hasEmptyQuery
      guard isNeeded || hasTarget else { return }
      hasTarget = isNeeded
      let isProxied = !address.isSecure && (configuration?.settings.proxy ?? .system).mayForward(to: address.host)
      let target = address.target.hasPrefix("/") ? address.target : "/" + address.target
      let origin = isProxied ? address.text.dropLast(address.target.utf8.count) : ""
      _ = libcurl_set_text(easy, LIBCURL_REQUEST_TARGET, isNeeded ? origin + target : nil)
    }

    private func resetState(of transfer: CurlTransfer) {
      isHeld = false
      isAnsweredEarly = false
      lastMove = turn.now
      received = 0
      offset = 0
      upload = CurlUpload()
      words[0] = 0
      tlsContext.pointee = nil
      sockets.pointee.count = 0
      moved = TransferProgress(totalToSend: transfer.request.body?.length)
      moments = transfer.start.map { CurlMoments(start: $0) }
    }

    private func setConnection(_ request: WireRequest, _ options: CurlTransfer.Options) {
      version = options.version
      forgetting = options.forgetting
      sending = CurlSending()
      // NB: on a dead kept connection, libcurl sends the request again, unless a callback can stop it.
      let mayBeSentAgain = !request.isRepeatable && CurlDefect.noCallBeforeSending.isPresent
      let isConnectionNew =
        options.isConnectionNew || mayBeSentAgain || !request.isBodyReplayable || request.trailers != nil
      _ = libcurl_set_number(easy, LIBCURL_FRESH_CONNECT, isConnectionNew ? 1 : 0)
      _ = libcurl_set_number(easy, LIBCURL_FORBID_REUSE, options.closesConnection ? 1 : 0)
      _ = libcurl_set_number(easy, LIBCURL_DNS_CACHE_TIMEOUT, forgetting == .none ? -1 : CurlLookups.lifetime)
      // Bodies that are written to a file are usually large. Reading as much as libcurl can at once saves a sixth of
      // the time.
      _ = libcurl_set_number(easy, LIBCURL_BUFFERSIZE, (request.destination == nil ? 16 : 512) * 1_024)
      // Concurrent requests to a server that may support HTTP/2 wait for the first connection, which may serve them
      // all.
      _ = libcurl_set_number(easy, LIBCURL_PIPEWAIT, request.address.isSecure && version != .http1 ? 1 : 0)
    }

    private func setMethod(_ request: WireRequest) {
      // NB: this also resets the options of a body or HEAD.
      _ = libcurl_set_number(easy, LIBCURL_HTTPGET, 1)
      var custom: String? = request.httpMethod.rawValue
      if let body = request.body {
        _ = libcurl_set_number(easy, LIBCURL_UPLOAD, 1)
        _ = libcurl_set_size(easy, LIBCURL_INFILESIZE, request.isChunked ? -1 : body.length ?? -1)
      } else if request.httpMethod == .head {
        _ = libcurl_set_number(easy, LIBCURL_NOBODY, 1)
        custom = nil
      } else if request.httpMethod == .get {
        custom = nil
      }
      _ = libcurl_set_text(easy, LIBCURL_CUSTOMREQUEST, custom)
    }
  }
#endif
