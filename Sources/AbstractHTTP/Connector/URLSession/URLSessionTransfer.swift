import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange over `URLSession`. Its end is ours: a cancel, the timeout and the limit do not wait for the session.
final class URLSessionTransfer: HTTPExchange {
  private struct State {
    /// Taken by whoever ends the exchange first.
    var complete: (@Sendable (Result<WireResponse, any Error>) -> Void)?
    /// Why it was stopped from outside.
    var failure: URLError?
    var isSuspended = false
    var isRejected = false
    var response: HTTPURLResponse?
    var data = Data()
    var moved: TransferProgress
    var lastMove = ContinuousClock.now
  }

  private let task: URLSessionDataTask
  private let request: WireRequest
  private let events: SessionEvents
  private let queue: OperationQueue
  private let progress: @Sendable (TransferProgress) -> Void
  private let state: Locked<State>

  init(
    _ task: URLSessionDataTask,
    _ request: WireRequest,
    in session: URLSession,
    _ events: SessionEvents,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) {
    self.task = task
    self.request = request
    self.events = events
    self.progress = progress
    queue = session.delegateQueue
    state = Locked(State(complete: complete, moved: TransferProgress(totalToSend: request.body?.length)))
  }

  func begin() {
    events.add(self, for: task.taskIdentifier)
    task.resume()
    if let limit = request.idleTimeout { watch(limit, after: limit) }
  }

  func cancel() { stop(URLError(.cancelled)) }

  func suspend() {
    // NB: on Linux a task that is suspended and resumed traps, or loads again from the start.
    #if !canImport(FoundationNetworking)
      state.withLock { state in
        guard !state.isSuspended else { return }
        state.isSuspended = true
        task.suspend()
      }
    #endif
  }

  func resume() {
    state.withLock { state in
      guard state.isSuspended else { return }
      state.isSuspended = false
      state.lastMove = .now
      task.resume()
    }
  }

  /// Ends the exchange from outside; on the session's queue, since the caller's thread may be the main one.
  private func stop(_ error: URLError) {
    // NB: under the lock, since on Linux a redirect that is answered after the cancel traps.
    state.withLock { state in
      guard state.complete != nil, state.failure == nil else { return }
      state.failure = error
      task.cancel()
    }
    queue.addOperation { self.finish(.failure(error)) }
  }

  private func finish(_ result: Result<WireResponse, any Error>) {
    let (complete, failure) = state.withLock { state in
      defer { state.complete = nil }
      return (state.complete, state.failure)
    }
    events.remove(task.taskIdentifier)
    complete?(failure.map { .failure($0) } ?? result)
  }
}

// MARK: - What the session tells

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
    state.withLock { $0.isRejected = true }
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
      // NB: on Linux the task does not count, and what is counted here is decompressed.
      state.moved.received = max(task.countOfBytesReceived, Int64(state.data.count))
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

// MARK: - The timeout

extension URLSessionTransfer {
  /// Looks again when the transfer may have been idle for too long; on a dispatch queue, since a task would wait for
  /// whoever blocks the threads of tasks.
  private func watch(_ limit: Duration, after wait: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in self?.look(limit) }
  }

  private func look(_ limit: Duration) {
    let wait = state.withLock { state -> Duration? in
      guard state.complete != nil else { return nil }
      return limit - (state.isSuspended ? .zero : .now - state.lastMove)
    }
    guard let wait else { return }
    if wait > .zero { return watch(limit, after: wait) }
    stop(URLError(.timedOut, "no byte travelled for as long as the timeout allows"))
  }
}
