public import Foundation

extension Middleware {
  /// Records each exchange for a HAR file. It is the innermost middleware, so it records what is sent and received.
  ///
  /// ```swift
  /// let recorder = HTTPArchiveRecorder()
  /// connection.use(.retry(), .record(into: recorder))
  /// ```
  ///
  /// Each redirect that a ``DefaultHTTPConnector`` follows is a separate entry, with the headers and cookies that were
  /// sent. The phases of each transfer are the entry's `timings`. Bodies that are sent from files aren't recorded.
  /// Neither are exchanges whose response is streamed. To replay a recording, use `ReplayConnector` of
  /// AbstractHTTPTesting.
  ///
  /// - Parameters:
  ///   - recorder: The recorder that stores the exchanges.
  ///   - clock: The clock that measures the duration of exchanges.
  ///   - now: Returns the start time of an exchange. Defaults to the current time.
  public static func record(
    into recorder: HTTPArchiveRecorder,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Middleware {
    let anyClock = AnyClock(clock)
    return Middleware("record", slot: .record) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in
        guard !request.delivery.isStream else {
          request.note("not recorded: the response is streamed")
          return try next.run(request)
        }
        let number = recorder.began()
        let (start, startedAt) = (anyClock.now(), now())
        let outer = request.context[TransferRecordingKey.self]
        let transfers = TransferLog(within: outer, now: anyClock.now, date: now)
        var logged = request
        logged.context[TransferRecordingKey.self] = transfers
        return try next.following(logged) { result throws(ConnectionError) in
          let entry = HTTPArchive.Entry(
            request: request,
            response: (try? result.get())?.readBack,
            errorCode: result.errorCode,
            startedAt: startedAt,
            duration: anyClock.now() - start
          )
          recorder.ended(number, transfers.entries(of: entry))
          return .finished(try result.get())
        }
      }
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

extension Result<Response, ConnectionError> {
  fileprivate var errorCode: Int? {
    guard case .failure(let error) = self else { return nil }
    return ((error.nativeError as? URLError)?.code ?? (error.type == .cancelled ? .cancelled : .unknown)).rawValue
  }
}
