import Foundation

extension HTTP {
  /// Returns the events of a source, across connections; see ``ServerSentEvents``. Sends the first request when the
  /// first event is requested.
  ///
  /// - Parameters:
  ///   - policy: When to connect again.
  ///   - limit: The maximum size of an event in bytes; 1 MiB by default. A longer event fails with `.parse` and
  ///     ``LineTooLong``.
  ///   - clock: The clock that measures the waits.
  public func events(
    reconnecting policy: ReconnectPolicy = .default,
    limit: Int = 1 << 20,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> ServerSentEvents {
    ServerSentEvents(reconnecting: policy, limit: limit, clock: clock) { streamConnection() }
  }
}

extension ConnectionError {
  /// The wait that a server requests when it rejects the connection of an event source, if any.
  var askedWait: Duration? {
    guard type == .invalidResponse, let response, [429, 503].contains(response.statusCode) else { return nil }
    return response.retryAfter { Date() }
  }
}

extension Rejection {
  /// Creates the rejection of a response that doesn't contain an event stream; `nil` if it does.
  init?(ofEventSource response: Response) {
    guard response.statusCode == 200 else {
      self.init(by: "events", because: "status \(response.statusCode)")
      return
    }
    let type = response.headers["Content-Type"].map { HTTPToken.trimmed(String($0.prefix { $0 != ";" })) } ?? ""
    guard !HTTPToken.isSame(type, "text/event-stream") else { return nil }
    self.init(by: "events", because: type.isEmpty ? "no type" : "type \(type)")
  }
}

extension Middleware {
  /// Returns a middleware that requests an event stream, starting after an identifier.
  static func eventSource(after id: String) -> Middleware {
    Middleware("eventSource") { request, next throws(ConnectionError) in
      var request = request
      if !request.headers.contains("Accept") { request.headers["Accept"] = "text/event-stream" }
      if !request.headers.contains("Cache-Control") { request.headers["Cache-Control"] = "no-store" }
      if !id.isEmpty, HTTPToken.isFieldValue(id) { request.headers["Last-Event-ID"] = id }
      return try next.run(request)
    }
  }
}
