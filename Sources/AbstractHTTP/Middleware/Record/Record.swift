public import Foundation

extension Middleware {
  /// Records each exchange as it is sent and answered, innermost of all, for a HAR file.
  ///
  /// ```swift
  /// let recorder = HTTPArchiveRecorder()
  /// connection.use(.retry(), .record(into: recorder))
  /// ```
  ///
  /// Each redirect that a ``DefaultHTTPConnector`` follows is an entry by itself, with the headers and cookies that were sent. The phases of
  /// each transfer are the entry's `timings`.
  /// A body that is sent from a file is not recorded, and neither is an exchange whose response is streamed. Replay it with `ReplayConnector` of AbstractHTTPTesting.
  ///
  /// - Parameters:
  ///   - recorder: Keeps what is recorded.
  ///   - clock: Measures how long exchanges take.
  ///   - now: Tells when they begin; the present by default.
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
  /// The response with the body in it that was written to a file, unless that is long.
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
