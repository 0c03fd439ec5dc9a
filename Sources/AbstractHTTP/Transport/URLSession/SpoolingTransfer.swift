import Foundation

/// A transfer whose body is collected before it is sent: in memory if it is short, and otherwise in a temporary file
/// that is deleted when the transfer ends.
///
/// Like the transfer, it ends by itself: cancellation and the timeout don't wait for a stream that produces nothing.
final class SpoolingTransfer: HTTPExchange {
  private struct State {
    /// Taken by the first caller that ends the exchange.
    var complete: Complete?
    var transfer: (any HTTPExchange)?
    /// Whether the exchange was completed with its head, and continues.
    var isStreamed = false
    var isSuspended = false
    var lastMove = ContinuousClock.now
    /// Reads the body until it is sent.
    var reader: BlockingReader?
  }

  typealias Complete = @Sendable (Result<WireResponse, any Error>) -> Void

  private typealias Ended = CancellationError

  private static let pieceSize = 262_144

  private let request: WireRequest
  private let start: @Sendable (WireRequest, @escaping Complete) -> any HTTPExchange
  private let state: Locked<State>

  /// - Parameter start: Sends the request once its body has been collected.
  init(
    _ request: WireRequest,
    complete: @escaping Complete,
    start: @escaping @Sendable (WireRequest, @escaping Complete) -> any HTTPExchange
  ) {
    self.request = request
    self.start = start
    state = Locked(State(complete: complete))
  }

  func begin(_ body: BodySource) {
    // NB: a separate queue gets a separate thread. Blocking in a global queue would take a thread from tasks.
    DispatchQueue(label: "AbstractHTTP.body").async { self.spool(body) }
    if let limit = request.idleTimeout { watch(limit, after: limit) }
  }

  func cancel() { stop(URLError(.cancelled)) }

  func suspend() {
    let transfer = state.withLock { state in
      state.isSuspended = true
      return state.transfer
    }
    transfer?.suspend()
  }

  func resume() {
    let transfer = state.withLock { state in
      (state.isSuspended, state.lastMove) = (false, .now)
      return state.transfer
    }
    transfer?.resume()
  }

  private func spool(_ body: BodySource) {
    let reader = BlockingReader(body)
    let isWanted = state.withLock { state in
      state.reader = reader
      return state.complete != nil
    }
    defer { state.withLock { $0.reader = nil } }
    guard isWanted else { return }
    do {
      var spool = Spool()
      try copy(reader) { try spool.append($0) }
      let (source, file) = try spool.end()
      send(source, of: file)
    } catch {
      end(.failure(error))
    }
  }

  private func copy(_ reader: BlockingReader, by append: (UnsafeRawBufferPointer) throws -> Void) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
    defer { piece.deallocate() }
    var place: Int64 = 0
    while case let count = try reader.read(into: piece, at: place), count > 0 {
      guard isMoving() else { throw Ended() }
      try append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      place += Int64(count)
    }
  }

  /// Notes that bytes arrived; `false` if they are no longer needed.
  private func isMoving() -> Bool {
    state.withLock { state in
      state.lastMove = .now
      return state.complete != nil
    }
  }

  private func send(_ body: BodySource, of file: SpooledFile?) {
    guard isMoving() else { return }
    var request = request
    request.body = body
    let transfer = start(request) { result in
      file?.remove()
      self.end(result)
    }
    let (isOver, isSuspended) = state.withLock { state in
      let isOver = state.complete == nil && !state.isStreamed
      if !isOver { state.transfer = transfer }
      return (isOver, state.isSuspended)
    }
    if isOver { transfer.cancel() } else if isSuspended { transfer.suspend() }
  }

  /// Ends the exchange from outside, on the pool, because the caller may be on the main thread.
  private func stop(_ error: URLError) {
    let transfer = state.withLock { $0.transfer }
    if let transfer { return transfer.cancel() }
    ThreadPool.shared.submit { self.end(.failure(error))?.cancel() }
  }

  /// - Returns: The transfer, which may have started in the meantime.
  @discardableResult
  private func end(_ result: Result<WireResponse, any Error>) -> (any HTTPExchange)? {
    let isStreamed = (try? result.get().stream) != nil
    let (complete, transfer, reader) = state.withLock { state in
      if isStreamed { state.isStreamed = true }
      return (state.complete.take(), isStreamed ? nil : state.transfer.take(), state.reader)
    }
    // The body's writer stops waiting.
    reader?.stop()
    complete?(result)
    return transfer
  }
}

// MARK: - The timeout

extension SpoolingTransfer {
  /// Checks again when the body may have been idle for too long. Once it is sent, the transfer takes over.
  private func watch(_ limit: Duration, after wait: Duration) {
    TimerQueue.shared.submit(after: wait) { [weak self] in self?.look(limit) }
  }

  private func look(_ limit: Duration) {
    let wait = state.withLock { state -> Duration? in
      guard state.complete != nil, state.transfer == nil else { return nil }
      let isTimed = !state.isSuspended && state.reader?.awaitsWriter != true
      return limit - (isTimed ? .now - state.lastMove : .zero)
    }
    guard let wait else { return }
    if wait > .zero { return watch(limit, after: wait) }
    stop(URLError(.timedOut, "no byte travelled for as long as the timeout allows"))
  }
}
