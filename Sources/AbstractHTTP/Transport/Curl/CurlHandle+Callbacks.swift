#if os(Linux)
  import CLibcurl
  import Foundation

  /// The callbacks of libcurl, which run on the loop's thread.
  extension CurlHandle {
    private static let pause = 0x1000_0001

    /// Called each time before the request is sent, once it has a connection.
    ///
    /// - Returns: 0 to continue.
    func willSend(on line: CurlLine) -> Int32 {
      guard let transfer else { return 1 }
      // The address is known now, and no other address is forgotten when the transfer ends.
      if forgetting == .own { _ = libcurl_set_number(easy, LIBCURL_DNS_CACHE_TIMEOUT, -1) }
      // A server that responds before it wants the body, with `417`, has sent its response.
      if head.isComplete { isAnsweredEarly = true }
      guard !isAnsweredEarly else { return 1 }
      moments?.send(on: line, of: easy)
      switch sending.decide(transfer.request, quietSocket: enter(line)) {
      case .send:
        return 0
      case .takeNewConnection:
        return 1
      case .fail(let error):
        failure = error
        return 1
      }
    }

    /// Notes the connection that the request is sent on.
    ///
    /// - Returns: The socket, if it must be silent before the request is sent: on a kept HTTP/1 connection.
    private func enter(_ line: CurlLine) -> Int32? {
      leaveLine()
      let isNew = libcurl_is_connection_new(easy) != 0
      if isNew { turn.sockets.note(line, among: sockets.pointee) }
      guard let (socket, isShared) = turn.sockets.enter(line) else { return nil }
      (self.line, self.socket) = (line, socket)
      return isNew || isShared || version == .http2 ? nil : socket
    }

    /// Notes the connection late, because libcurl before 7.80.0 doesn't say when the request is about to be sent.
    private func enterLate() {
      var (remotePort, localPort): (Int32, Int32) = (0, 0)
      guard let address = libcurl_get_line(easy, &remotePort, &localPort) else { return }
      let line = CurlLine(remoteAddress: String(cString: address), remotePort: remotePort, localPort: localPort)
      moments?.note(line, of: easy)
      _ = enter(line)
    }

    func leaveLine() {
      if let line { turn.sockets.leave(line) }
      (line, socket) = (nil, nil)
    }

    func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      lastMove = turn.now
      do throws(URLError) {
        let wasComplete = head.isComplete
        if self.line == nil, head.statusCode == 0, CurlDefect.noCallBeforeSending.isPresent { enterLate() }
        if moments != nil, head.statusCode == 0 { moments?.receive(from: easy) }
        try line.withMemoryRebound(to: UInt8.self) { line throws(URLError) in try head.append(line) }
        for interim in head.takeInterim() { transfer?.request.observe?(.interim(interim)) }
        if !wasComplete, head.isComplete, let transfer {
          reportHead(of: transfer)
          try beginStream(of: transfer)
          // While the writer is waited for, no time counted; from now on it does.
          if upload.awaitsWriter { turn.noteStream(of: self) }
        }
        return !wasComplete && head.isComplete && endsWithHead() ? 0 : line.count
      } catch {
        failure = error
        return 0
      }
    }

    /// Returns whether the response ends with its head while the request is still being sent.
    private func endsWithHead() -> Bool {
      guard let transfer, isUploading(transfer.request) else { return false }
      let hasNoBody = head.isBodiless(for: transfer.request.httpMethod) || head.contentLength == 0
      if hasNoBody { isAnsweredEarly = true }
      if !hasNoBody, head.contentLength == nil, let socket { turn.noteAnswer(on: socket, of: transfer) }
      return hasNoBody
    }

    /// Returns whether bytes of the request have yet to be written to the socket.
    func isUploading(_ request: WireRequest) -> Bool {
      guard let body = request.body, body.length != 0 else { return false }
      return upload.count(of: body, isChunked: request.isChunked, isFramed: !head.isHTTP2).map {
        libcurl_get_sent(easy) < $0
      } ?? true
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      guard let transfer else { return 0 }
      do {
        if try !take(bytes, of: transfer) {
          isHeld = true
          guard CurlDefect.failedPause.isPresent else { return Self.pause }
          takeAll(bytes)
        }
      } catch {
        failure = error
        return 0
      }
      received += Int64(bytes.count)
      if received == head.contentLength, isUploading(transfer.request) { isAnsweredEarly = true }
      return isAnsweredEarly ? 0 : bytes.count
    }

    /// - Returns: `false` if there is no room for the bytes yet.
    private func take(_ bytes: UnsafeRawBufferPointer, of transfer: CurlTransfer) throws -> Bool {
      if let stream {
        try ReceivedBody.check(received + Int64(bytes.count), transfer.request)
        return stream.append(bytes)
      }
      if received == 0, receiver == nil {
        let codings = head.statusCode == 206 ? [] : try ContentCoding.codings(in: head.headers)
        if !codings.isEmpty || transfer.request.destination != nil { try makeReceiver(for: transfer, codings) }
      }
      if let receiver { return receiver.append(bytes) }
      try body.append(bytes, to: transfer.request, after: head.wire)
      return true
    }

    /// Takes bytes for which there is no room, and pauses receiving.
    ///
    /// NB: sending goes on, so that libcurl reads once more from a body that waits for its writer.
    private func takeAll(_ bytes: UnsafeRawBufferPointer) {
      _ = stream?.push(bytes) ?? receiver?.append(bytes, isForced: true)
      _ = libcurl_easy_pause(easy, Int32(LIBCURL_PAUSE_RECEIVING.rawValue))
    }

    func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      switch piece(for: buffer) {
      case .bytes(0) where trailers != nil:
        return endBody()
      case .bytes(let count):
        offset += Int64(count)
        if moments != nil { moments?.sent = .now }
        upload.give(count)
        return count
      case .notYet:
        upload.awaitsWriter = ahead?.isWritten == true
        return Self.pause
      case .failed(let error):
        failure = error
        return Int(LIBCURL_READ_ABORT.rawValue)
      }
    }

    /// Ends a body that is followed by trailers, once they are available.
    private func endBody() -> Int {
      switch trailers?.lines(after: ahead?.trailers ?? [:]) {
      case nil: return Self.pause
      case .success:
        upload.give(0)
        return 0
      case .failure(let error):
        failure = error
        return Int(LIBCURL_READ_ABORT.rawValue)
      }
    }

    private func piece(for buffer: UnsafeMutableRawBufferPointer) -> ReadAhead.Taken {
      if let ahead { return ahead.take(into: buffer, at: offset) }
      do throws(URLError) {
        return .bytes(try transfer?.request.body?.read(into: buffer, at: offset) ?? 0)
      } catch {
        return .failed(error)
      }
    }

    func move(toReceive: Int64, received: Int64, sent: Int64) {
      #if DEBUG
        turn.visits += 1
      #endif
      if isHeld || isSuspended { turn.noteStrandedBytes(beside: self) }
      guard let transfer else { return }
      let offset = transfer.request.offset(after: head.statusCode)
      // The framing of chunks isn't part of the body.
      let sent = transfer.request.isChunked ? min(sent, self.offset) : sent
      guard received + offset != moved.received || sent != moved.sent else { return }
      lastMove = turn.now
      moved.received = received + offset
      moved.sent = sent
      moved.totalToReceive = toReceive > 0 ? toReceive + offset : nil
      transfer.progress(moved)
    }
  }
#endif
