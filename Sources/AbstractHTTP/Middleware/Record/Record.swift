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
  /// AbstractHTTPTesting. To record the requests of a token refresh as well, which are separate calls, use
  /// `RecordingConnector`.
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
        let recording = recorder.recording(of: request, timedBy: anyClock, now)
        return try next.following(recording.request) { result throws(ConnectionError) in
          recording.end(result.mapError { $0 })
          return .finished(try result.get())
        }
      }
    }
  }
}
