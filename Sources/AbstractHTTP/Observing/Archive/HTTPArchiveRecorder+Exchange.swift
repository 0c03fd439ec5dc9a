package import Foundation

extension HTTPArchiveRecorder {
  /// An exchange that is being recorded.
  package struct Recording: Sendable {
    /// The request to send, which also reports its transfers to the recorder.
    package let request: Request

    /// Ends the recording with the result of the exchange.
    package let end: @Sendable (Result<Response, any Error>) -> Void
  }

  /// Begins to record an exchange, unless its response is streamed, be it only to a file.
  ///
  /// - Parameters:
  ///   - request: The request of the exchange.
  ///   - clock: The clock that measures the duration.
  ///   - now: Returns the start time.
  package func recording(
    of request: Request,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date
  ) -> Recording {
    guard !request.delivery.isStream else { return Recording(request: request) { _ in } }
    return recording(of: request, timedBy: AnyClock(clock), now)
  }

  func recording(of request: Request, timedBy clock: AnyClock, _ now: @escaping @Sendable () -> Date) -> Recording {
    let number = began()
    let (start, startedAt) = (clock.now(), now())
    let outer = request.context[TransferRecordingKey.self]
    let transfers = TransferLog(within: outer, now: clock.now, date: now)
    var logged = request
    logged.context[TransferRecordingKey.self] = transfers
    return Recording(request: logged) { result in
      if (try? result.get())?.stream != nil { return }
      let entry = HTTPArchive.Entry(
        request: request,
        response: (try? result.get())?.readBack,
        errorCode: result.errorCode,
        startedAt: startedAt,
        duration: clock.now() - start
      )
      self.ended(number, transfers.entries(of: entry))
    }
  }
}

extension Response {
  /// The response with the body from its file, unless the file is long.
  fileprivate var readBack: Response {
    guard let file, let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { return self }
    var response = self
    if size <= RequestBody.memoryLimit { response.data = (try? contents()) ?? Data() }
    return response
  }
}

extension Result<Response, any Error> {
  fileprivate var errorCode: Int? {
    guard case .failure(let error) = self else { return nil }
    if let error = error as? URLError { return error.code.rawValue }
    guard let error = error as? ConnectionError else { return URLError.Code.unknown.rawValue }
    return ((error.nativeError as? URLError)?.code ?? (error.type == .cancelled ? .cancelled : .unknown)).rawValue
  }
}
