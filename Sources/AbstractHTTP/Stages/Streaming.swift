import Foundation

/// The exchange of a request that wants a stream. Cancelling it cancels the stream, whether or not the connector
/// supports streams.
final class StreamedExchange: HTTPExchange {
  private struct State: Sendable {
    var isCancelled = false
    var buffer: StreamBuffer?
  }

  private let exchange: any HTTPExchange
  private let state = Locked(State())

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  func receive(_ buffer: StreamBuffer) {
    let isCancelled = state.withLock { state in
      state.buffer = buffer
      return state.isCancelled
    }
    if isCancelled { buffer.cancel() }
  }

  func cancel() {
    let buffer = state.withLock { state in
      state.isCancelled = true
      return state.buffer
    }
    buffer?.cancel()
    exchange.cancel()
  }

  func suspend() { exchange.suspend() }

  func resume() { exchange.resume() }
}

extension HTTPExchange {
  /// Continues until a stream ends.
  func receive(_ buffer: StreamBuffer, watchedBy watcher: (any TransferWatcher)?) {
    (self as? StreamedExchange)?.receive(buffer)
    if let watcher { buffer.atEnd { watcher.transferEnded(self) } }
  }
}

extension Result where Success == Response {
  /// The buffer that the body arrives through, if the response was delivered at its head.
  var streamBuffer: StreamBuffer? {
    guard case .success(let response) = self else { return nil }
    return response.streamBuffer
  }
}

extension Result<Response, ConnectionError> {
  /// Calls a closure with the result at the end: now, or on a thread of the pool when the stream ends, with its head or
  /// its error.
  func atEnd(_ end: @escaping @Sendable (Self) -> Void) {
    guard case .success(let response) = self, let buffer = response.streamBuffer else { return end(self) }
    let head = response.withoutStream
    buffer.atEnd { ThreadPool.shared.submit { end(buffer.result(of: head)) } }
  }
}

extension StreamBuffer {
  /// Returns the result of the stream of a response.
  func result(of head: Response) -> Result<Response, ConnectionError> {
    guard case .failure(let error)? = outcome else { return .success(head) }
    return .failure(ConnectionError(.network, thrown: error).carrying(head.request, head))
  }
}

extension Response {
  /// Returns the response of a connector that streams it. If the request wants no stream, or the status isn't streamed,
  /// the body is read into memory, or written to the file that the request wants.
  func received(for request: Request) throws(ConnectionError) -> Step<Response> {
    guard let stream, !request.delivery.streams(statusCode) else { return .finished(self) }
    return .suspended(
      Rest { () async throws(ConnectionError) in
        let isTaken = request.destination?.takes(statusCode, of: request.httpMethod) == true
        if isTaken, request.context[ResumptionKey.self] == nil { return try await stream.saved(for: request) }
        var response = withoutStream
        if request.delivery.isMemory || isTaken {
          response.data = try await stream.collect(upTo: ReceivedBody.memoryLimit)
          response.trailers = try await stream.trailers
        } else {
          response.data = try await stream.prefix(ReceivedBody.unwrittenLimit)
        }
        return try response.placed(for: request)
      }
    )
  }

  /// Returns the response with a stream of its body, if its request wants one and the connector left the body in
  /// memory.
  func streamed(for request: Request) -> Response {
    guard request.delivery.streams(statusCode), streamedBody == nil, file == nil else { return self }
    var head = self
    head.data = Data()
    var response = head
    response.stream = .make(of: data, trailers: trailers, head: head)
    return response
  }
}
