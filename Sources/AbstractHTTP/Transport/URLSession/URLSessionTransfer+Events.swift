import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The session's events.
extension URLSessionTransfer {
  func receive(_ response: URLResponse) {
    state.withLock { state in
      state.response = response as? HTTPURLResponse
      state.lastMove = .now
      if request.observe != nil, state.headed == nil { state.headed = .now }
      let offset = request.offset(after: state.response?.statusCode ?? 0)
      if response.expectedContentLength > 0 { state.moved.totalToReceive = response.expectedContentLength + offset }
    }
  }

  /// Receives a response that asks for credentials. On Linux, declining to offer any cancels the task.
  func receive(rejected response: URLResponse) {
    receive(response)
    #if canImport(FoundationNetworking)
      state.withLock { $0.isRejected = true }
    #endif
  }

  func receive(redirect response: HTTPURLResponse, answer: () -> Void) {
    receive(response)
    state.withLock { state in
      state.failure == nil ? answer() : Self.answerEnded(answer)
    }
  }

  /// Answers the redirect of a task that was cancelled.
  static func answerEnded(_ answer: () -> Void) {
    // NB: on Linux that traps.
    #if !canImport(FoundationNetworking)
      answer()
    #endif
  }

  /// Reports the head, if the transfer is measured.
  func reportHead() { request.observe?(.head(head(), metrics(isAtEnd: false))) }

  /// Completes the exchange with its head, if the request wants a stream of the body.
  func beginStream() {
    let head = head()
    guard request.delivery.streams(head.statusCode) else { return }
    let buffer = StreamBuffer { [weak self] in
      self?.hold(false)
    } stop: { [weak self] in
      self?.cancel()
    }
    let complete = state.withLock { state -> (@Sendable (Result<WireResponse, any Error>) -> Void)? in
      guard state.stream == nil, state.failure == nil, let complete = state.complete else { return nil }
      state.stream = buffer
      // NB: on the pool, because the end may release the caller's objects.
      state.complete = { result in
        ThreadPool.shared.submit { buffer.finish(result.map(\.trailers).mapError { $0 }) }
      }
      return complete
    }
    guard let complete else { return }
    if let limit = request.stallTimeout { watch(limit, after: limit) }
    var response = ReceivedBody().end(after: head)
    response.stream = StreamSource(buffer)
    complete(.success(response))
  }

  /// Lets the caller's closure choose the file of the body, if there is one.
  ///
  /// - Parameter allow: Lets the body arrive. On Linux, it arrives regardless, and is kept until there is a file.
  func chooseFile(_ allow: @escaping @Sendable () -> Void) {
    let head = head()
    guard withBody({ $0.awaitsChoice(of: request, head.statusCode) }) else { return allow() }
    state.withLock { $0.isChoosing = true }
    choice.begin(request, head) {
      self.queue.addOperation { self.takeUp() }
      allow()
    }
  }

  /// Continues with the data that arrived while the file was chosen.
  private func takeUp() {
    let (pieces, end) = state.withLock { state in
      defer { (state.isChoosing, state.backlog, state.end, state.lastMove) = (false, [], nil, .now) }
      return (state.backlog, state.end)
    }
    do {
      if let file = try choice.take()?.get() { withBody { $0.place(in: file) } }
    } catch {
      return stop(error)
    }
    for piece in pieces { receive(piece) }
    if let end { self.end(end) }
  }

  func receive(_ data: Data) {
    let isTaken = state.withLock { state in
      guard state.failure == nil, state.complete != nil else { return false }
      if state.isChoosing { state.backlog.append(data) }
      return !state.isChoosing
    }
    guard isTaken else { return }
    if let stream = state.withLock({ $0.stream }) { return pass(data, to: stream) }
    do {
      let count = try withBody { body in
        try data.withUnsafeBytes { try body.append($0, to: request, after: head()) }
        return body.count
      }
      move(received: count)
    } catch {
      stop(error)
    }
  }

  /// Passes bytes to the reader of the stream. On Linux, a slow reader can't hold the transfer.
  private func pass(_ data: Data, to stream: StreamBuffer) {
    if data.withUnsafeBytes({ stream.push($0) }) {
      hold(true)
      // The reader may have caught up before the transfer was held.
      if !stream.isFull { hold(false) }
    }
    do throws(URLError) {
      try ReceivedBody.check(stream.count, request)
    } catch {
      return stop(error)
    }
    move(received: Int(stream.count))
  }

  private func move(received count: Int) {
    let moved = state.withLock { state in
      state.lastMove = .now
      #if canImport(FoundationNetworking)
        // NB: the task doesn't count there, and the count here is of decompressed bytes.
        state.moved.received = Int64(count)
      #else
        let offset = request.offset(after: state.response?.statusCode ?? 0)
        state.moved.received = task.countOfBytesReceived + offset
      #endif
      return state.failure == nil ? state.moved : nil
    }
    if let moved { progress(moved) }
  }

  private func head() -> WireHead {
    let (received, version) = state.withLock { ($0.response, $0.collected?.protocolVersion) }
    let response = received ?? task.response as? HTTPURLResponse
    return WireHead(
      statusCode: response?.statusCode ?? 0,
      headers: HTTPHeaders(response?.allHeaderFields ?? [:]),
      httpVersion: version ?? ""
    )
  }

  func send(_ count: Int64) {
    let moved = state.withLock { state in
      state.lastMove = .now
      state.moved.sent = count
      return state.failure == nil ? state.moved : nil
    }
    if let moved { progress(moved) }
  }

  func end(_ error: (any Error)?) {
    let isKept = state.withLock { state in
      if state.isChoosing { state.end = .some(error) }
      return state.isChoosing
    }
    guard !isKept else { return }
    let (response, isRejected) = state.withLock { ($0.response, $0.isRejected && $0.failure == nil) }
    if let error, !isRejected {
      withBody { $0 = ReceivedBody() }
      finish(.failure(URLSessionError.error(error)))
    } else if (response ?? task.response) is HTTPURLResponse {
      finish(.success(withBody { $0.end(after: head()) }))
    } else {
      finish(.failure(URLError(.badServerResponse, "there is no response")))
    }
  }
}
