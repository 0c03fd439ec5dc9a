import Dispatch

extension ConnectionDriver {
  /// Ends the call when its stream ends, on the delivery thread.
  ///
  /// Until then, nothing here holds the stream, so that it stops when its reader releases it.
  func follow(_ buffer: StreamBuffer, of answered: ParsedResponse, _ run: Run) {
    let (head, stream) = (answered.response.withoutStream, (answered.model as? ResponseStream)?.unowned)
    core.stream(buffer, of: run.id)
    _ = core.state.withLock { $0.leaveToStream() }
    buffer.atEnd { [core] in
      let end = { @Sendable in self.endStream(buffer, head, stream) }
      if core.callbackInMainThread { DispatchQueue.main.async(execute: end) } else { ThreadPool.shared.submit(end) }
    }
  }

  private func endStream(_ buffer: StreamBuffer, _ head: Response, _ stream: ResponseStream?) {
    core.state.withLock { $0.enterEnd() }
    var failure: ConnectionError?
    if case .failure(let error) = buffer.result(of: head) { failure = error }
    if let work = end(head, stream, failure) { perform(work) }
  }
}

/// Lets a stream be cancelled like a transfer.
extension StreamBuffer: HTTPExchange {}

extension ConnectionError {
  /// Returns the error after stopping the stream of the rejected response.
  fileprivate func stopping(_ buffer: StreamBuffer) -> ConnectionError {
    buffer.cancel()
    return ConnectionError(
      type,
      nativeError: nativeError,
      request: request,
      response: response?.withoutStream,
      responseModel: responseModel
    )
  }

  func stoppingStream() -> ConnectionError { response?.streamBuffer.map(stopping) ?? self }
}
