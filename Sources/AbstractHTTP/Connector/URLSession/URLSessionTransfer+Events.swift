import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the session tells.
extension URLSessionTransfer {
  func receive(_ response: URLResponse) {
    state.withLock { state in
      state.response = response as? HTTPURLResponse
      state.lastMove = .now
      if response.expectedContentLength > 0 { state.moved.totalToReceive = response.expectedContentLength }
    }
  }

  /// A response that asks for credentials is the response: on Linux, refusing to offer any cancels the task.
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

  func receive(_ data: Data) {
    guard state.withLock({ $0.failure == nil && $0.complete != nil }) else { return }
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

  private func move(received count: Int) {
    let moved = state.withLock { state in
      state.lastMove = .now
      #if canImport(FoundationNetworking)
        // NB: the task does not count there, and what is counted here is decompressed.
        state.moved.received = Int64(count)
      #else
        state.moved.received = task.countOfBytesReceived
      #endif
      return state.failure == nil ? state.moved : nil
    }
    if let moved { progress(moved) }
  }

  private func head() -> WireHead {
    let response = state.withLock { $0.response } ?? task.response as? HTTPURLResponse
    return WireHead(statusCode: response?.statusCode ?? 0, headers: HTTPHeaders(response?.allHeaderFields ?? [:]))
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
    let (response, isRejected) = state.withLock { ($0.response, $0.isRejected && $0.failure == nil) }
    if let error, !isRejected {
      withBody { $0 = ReceivedBody() }
      finish(.failure(URLSessionError.error(error)))
    } else if (response ?? task.response) is HTTPURLResponse {
      finish(Result { try withBody { try $0.end(of: request, after: head()) } })
    } else {
      finish(.failure(URLError(.badServerResponse, "there is no response")))
    }
  }
}
