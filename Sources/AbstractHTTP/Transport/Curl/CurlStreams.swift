#if os(Linux)
  import Foundation

  /// Streaming of bodies: an exchange completes with its head, and its stream ends when the transfer does.
  extension CurlHandle {
    /// Completes the exchange with its head, if the request wants a stream of the body.
    func beginStream(of transfer: CurlTransfer) throws(URLError) {
      guard transfer.request.delivery.streams(head.statusCode) else { return }
      let codings = head.statusCode == 206 ? [] : try ContentCoding.codings(in: head.headers)
      let buffer = StreamBuffer { [weak transfer] in
        transfer?.bodyMoved()
      } stop: { [weak transfer] in
        transfer?.cancel()
      }
      let request = transfer.request
      let decoder = { @Sendable () throws -> any PieceDecoder in try StreamDecoder(codings, for: request) }
      stream = buffer
      turn.noteStream(of: self)
      var response = ReceivedBody().end(after: head.wire)
      response.stream = StreamSource(buffer, decoder: codings.isEmpty ? nil : decoder)
      transfer.complete(.success(response))
    }
  }

  extension CurlLoop {
    /// Returns the closure that completes a transfer. It ends the stream, if the exchange was completed with its head.
    func complete(
      of transfer: CurlTransfer,
      _ stream: StreamBuffer?,
      _ trailers: HTTPHeaders?,
      _ metrics: TransferMetrics?
    ) -> BodyReceiver.Complete {
      let observe = transfer.request.observe
      if let stream {
        return { result in
          let end = { @Sendable in stream.finish(result.map(\.trailers).mapError { $0 }) }
          // NB: on the pool, because the end may release the caller's objects.
          if let metrics { observe?(.ended(metrics, then: end)) } else { ThreadPool.shared.submit(end) }
        }
      }
      guard trailers != nil || metrics != nil else { return transfer.complete }
      return { result in
        if let metrics { observe?(.ended(metrics, then: nil)) }
        transfer.complete(
          result.map { response in
            var response = response
            response.trailers = trailers
            return response
          }
        )
      }
    }

    /// Starts the time limits of streams, which replace those of their exchanges.
    func watchStreams() {
      for handle in turn.takeStreaming() where handle.transfer != nil {
        deadlines.remove(handle)
        if let limit = handle.deadline { deadlines.set(handle, limit) }
      }
    }
  }
#endif
