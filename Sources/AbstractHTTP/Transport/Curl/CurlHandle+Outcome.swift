#if os(Linux)
  import CLibcurl
  import Foundation

  /// How transfers end.
  extension CurlHandle {
    /// The outcome of a transfer.
    enum Outcome {
      case completed(Result<WireResponse, any Error>)
      /// All bytes arrived, and the receiver completes the exchange once it has processed them.
      case received(BodyReceiver)
      /// The kept connection was unusable. Nothing was sent.
      case needsNewConnection

      /// Whether libcurl read the whole response.
      var isWhole: Bool {
        switch self {
        case .completed(.success), .received: true
        case .completed(.failure), .needsNewConnection: false
        }
      }
    }

    func outcome(_ code: Int32) -> Outcome {
      if sending.needsNewConnection { return .needsNewConnection }
      if let failure { return .completed(.failure(failure)) }
      guard code == 0 || isAnswered(despite: code) else { return .completed(.failure(error(code))) }
      guard head.isComplete else {
        return .completed(
          .failure(URLError(.networkConnectionLost, "the connection ended within the head of the response"))
        )
      }
      if let receiver { return .received(receiver) }
      return .completed(.success(body.end(after: head.wire, trailers: head.trailers)))
    }

    /// The outcome of an upload whose response has ended without a declared length.
    var answeredOutcome: Outcome? {
      guard let socket else { return nil }
      // NB: if the connection ends after chunks, libcurl doesn't report whether all of them arrived.
      let mayBeCut = head.headers.contains("Transfer-Encoding") && libcurl_peek(socket) == LIBCURL_SOCKET_ENDED
      guard mayBeCut else { return outcome(0) }
      return .completed(.failure(URLError(.networkConnectionLost, "the connection ended while the request was sent")))
    }

    /// Returns whether the response is complete although libcurl reports an error of the upload, which is no longer
    /// needed.
    private func isAnswered(despite code: Int32) -> Bool {
      isAnsweredEarly || code == 92 && head.isComplete && text.contains("NO_ERROR")
    }

    private func error(_ code: Int32) -> any Error {
      if code == 90, let host = transfer?.request.address.host { return PinMismatch(host: host) }
      if Self.tooLong.contains(code), !head.isComplete { return headError }
      return CurlError.error(
        code,
        words: text,
        verification: libcurl_get_verification(easy),
        isCertificateAsked: libcurl_was_certificate_asked(tlsContext.pointee) != 0
      )
    }

    /// NB: libcurl before 8 reports a head that exceeds its limit as a lack of memory.
    private static let tooLong: [Int32] = [27, 100]

    private var headError: URLError {
      guard head.statusCode == 0, libcurl_get_head_size(easy, LIBCURL_HEAD_SENT) == 0 else {
        return URLError(.badServerResponse, "the head of the response is too long")
      }
      return URLError(.dataLengthExceedsMaximum, "the head of the request is too long")
    }

    private var text: String { words.baseAddress.map { String(cString: $0) } ?? "" }
  }
#endif
