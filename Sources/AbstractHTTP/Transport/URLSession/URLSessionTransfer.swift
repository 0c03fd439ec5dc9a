import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange over `URLSession`. It ends by itself: cancellation, the timeout, and the size limit don't wait for the
/// session.
final class URLSessionTransfer: HTTPExchange {
  struct State {
    /// Taken by the first caller that ends the exchange.
    var complete: (@Sendable (Result<WireResponse, any Error>) -> Void)?
    /// The error with which it was stopped from outside.
    var failure: (any Error)?
    var isSuspended = false
    /// Whether the reader of the stream is behind.
    var isHeld = false
    /// Passes on a streamed body. From then on, `complete` ends the stream.
    var stream: StreamBuffer?
    var isRejected = false
    var response: HTTPURLResponse?
    var moved: TransferProgress
    var lastMove = ContinuousClock.now
    /// Whether the caller's closure is choosing the file, and the data that arrived in the meantime.
    var isChoosing = false
    var backlog: [Data] = []
    var end: (any Error)??
    /// The time at which the head arrived, if the transfer is measured.
    var headed: ContinuousClock.Instant?
    /// The session's metrics.
    var collected: TransferMetrics?
  }

  private let start = ContinuousClock.now

  let task: URLSessionDataTask
  let request: WireRequest
  private let events: SessionEvents
  let queue: OperationQueue
  let progress: @Sendable (TransferProgress) -> Void
  let state: Locked<State>
  let choice = FileChoice()
  private let body = Locked(ReceivedBody())

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

  func suspend() { steer { $0.isSuspended = true } }

  func resume() { steer { $0.isSuspended = false } }

  /// Holds the transfer while the reader of its stream lags behind.
  func hold(_ isHeld: Bool) { steer { $0.isHeld = isHeld } }

  private func steer(_ change: @Sendable (inout State) -> Void) {
    // NB: on Linux, a task that is suspended and resumed traps, or starts over.
    #if !canImport(FoundationNetworking)
      state.withLock { state in
        let wasStopped = state.isStopped
        change(&state)
        guard state.isStopped != wasStopped else { return }
        state.lastMove = .now
        // NB: a task counts how often it was suspended.
        if wasStopped { task.resume() } else { task.suspend() }
      }
    #endif
  }

  /// Ends the exchange from outside, on the session's queue, because the caller may be on the main thread.
  func stop(_ error: any Error) {
    // NB: under the lock, because on Linux, answering a redirect after the cancellation traps.
    state.withLock { state in
      guard state.complete != nil, state.failure == nil else { return }
      state.failure = error
      task.cancel()
    }
    queue.addOperation { self.finish(.failure(error)) }
  }

  func finish(_ result: Result<WireResponse, any Error>) {
    let (complete, failure) = state.withLock { state in
      defer { state.complete = nil }
      return (state.complete, state.failure)
    }
    events.remove(task.taskIdentifier)
    guard let complete else { return }
    guard let failure else { return report { complete(result) } }
    withBody { $0 = ReceivedBody() }
    if case .success(let response) = result { response.file?.discard() }
    report { complete(.failure(failure)) }
  }

  /// Reports the metrics if the transfer is measured, and then ends the exchange or its stream.
  private func report(_ end: @escaping @Sendable () -> Void) {
    guard let observe = request.observe else { return end() }
    let isStreamed = state.withLock { $0.stream != nil }
    observe(.ended(metrics(isAtEnd: true), then: isStreamed ? end : nil))
    if !isStreamed { end() }
  }

  /// Returns the session's metrics if it has any, and otherwise metrics that are measured from outside.
  func metrics(isAtEnd: Bool) -> TransferMetrics {
    let (collected, headed) = state.withLock { ($0.collected, $0.headed) }
    if let collected { return collected }
    let now = ContinuousClock.now
    var metrics = TransferMetrics(total: (isAtEnd ? now : headed ?? now) - start)
    if let headed {
      metrics.wait = headed - start
      if isAtEnd { metrics.receive = now - headed }
    }
    return metrics
  }

  /// Accesses the body outside the lock, on the session's serial queue.
  func withBody<Output>(_ work: (inout ReceivedBody) throws -> Output) rethrows -> Output {
    var taken = body.withLock { body in
      defer { body = ReceivedBody() }
      return body
    }
    defer { body.withLock { $0 = taken } }
    return try work(&taken)
  }
}

// MARK: - The timeout

extension URLSessionTransfer {
  /// Checks again when the transfer may have been idle for too long.
  func watch(_ limit: Duration, after wait: Duration) {
    TimerQueue.shared.submit(after: wait) { [weak self] in self?.look(limit) }
  }

  private func look(_ limit: Duration) {
    let wait = state.withLock { state -> Duration? in
      guard state.complete != nil, state.stream == nil || limit == request.stallTimeout else { return nil }
      return limit - (state.isStopped || state.isChoosing ? .zero : .now - state.lastMove)
    }
    guard let wait else { return }
    if wait > .zero { return watch(limit, after: wait) }
    stop(URLError(.timedOut, "no byte travelled for as long as the timeout allows"))
  }
}

extension URLSessionTransfer.State {
  fileprivate var isStopped: Bool { isSuspended || isHeld }
}
