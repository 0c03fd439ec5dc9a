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
    let (moved, isTooLong) = state.withLock { state in
      state.lastMove = .now
      state.data.append(data)
      #if canImport(FoundationNetworking)
        // NB: the task does not count there, and what is counted here is decompressed.
        state.moved.received = Int64(state.data.count)
      #else
        state.moved.received = task.countOfBytesReceived
      #endif
      let isTooLong = state.data.count > request.maximumResponseSize ?? .max
      if isTooLong { state.data = Data() }
      return (state.failure == nil ? state.moved : nil, isTooLong)
    }
    if let moved { progress(moved) }
    if isTooLong { stop(URLError(.dataLengthExceedsMaximum, "the response is longer than the limit")) }
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
    let (response, data, isRejected) = state.withLock { ($0.response, $0.data, $0.isRejected && $0.failure == nil) }
    if let error, !isRejected {
      finish(.failure(URLSessionError.error(error)))
    } else if let response = response ?? task.response as? HTTPURLResponse {
      let headers = HTTPHeaders(response.allHeaderFields)
      finish(.success(WireResponse(statusCode: response.statusCode, headers: headers, data: data)))
    } else {
      finish(.failure(URLError(.badServerResponse, "there is no response")))
    }
  }
}
