import Foundation

extension HTTP {
  /// The events of a source, across connections; see ``ServerSentEvents``. The first request is sent when the first event is asked for.
  ///
  /// - Parameters:
  ///   - policy: When to connect again.
  ///   - limit: How many bytes an event may have; 1 MiB by default. A longer event fails with `.parse` and ``LineTooLong``.
  ///   - clock: Measures the waits.
  public func events(
    reconnecting policy: ReconnectPolicy = .default,
    limit: Int = 1 << 20,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> ServerSentEvents {
    ServerSentEvents(reconnecting: policy, limit: limit, clock: clock) { streamConnection() }
  }
}

extension ConnectionError {
  /// How long a server that refused an event source asks to wait, if it does.
  var askedWait: Duration? {
    guard type == .invalidResponse, let response, [429, 503].contains(response.statusCode) else { return nil }
    return response.retryAfter { Date() }
  }
}

extension Rejection {
  /// Creates the rejection of a response that isn't an event source's; `nil` for one that is.
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
  /// Asks for an event stream, from an identifier on.
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
