public import AbstractHTTP
import Foundation
public import Logging
import Synchronization

extension Middleware {
  /// Logs each call to a logger with structured metadata: its end, its attempts, and the decisions in between.
  ///
  /// ```swift
  /// client.use(.retry(), .log(to: Logger(label: "com.example.inventory")))
  /// // info: GET https://api.example.com/stock/7 → 200 application/json (14 bytes)
  /// //   http.call.id=… http.request.method=GET server.address=api.example.com http.response.status_code=200 …
  /// ```
  ///
  /// Every message of a call has the same `http.call.id`, and the URL without secrets as `url.full`. Headers and bodies
  /// are never logged: for them, pass ``Logging/Logger/messages(at:)`` to the library's `.log`.
  ///
  /// - Parameters:
  ///   - logger: The logger. Its metadata is part of every message.
  ///   - levels: The levels of messages.
  ///   - clock: The clock that measures durations. Defaults to the continuous clock.
  public static func log(
    to logger: Logger,
    levels: CallLogLevels = CallLogLevels(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    .observeCalls(clock: clock) { request in
      let log = CallLog(of: request, logger, levels)
      return { log.add($0) }
    }
  }
}

/// The messages of one call.
private final class CallLog: Sendable {
  private let logger: Logger
  private let levels: CallLogLevels
  private let call: String
  private let attempts = Atomic(0)

  init(of request: Request, _ logger: Logger, _ levels: CallLogLevels) {
    var logger = logger
    logger[metadataKey: "http.call.id"] = "\(UUID())"
    logger[metadataKey: "http.request.method"] = "\(request.httpMethod)"
    logger[metadataKey: "url.full"] = "\(request.redactedURL)"
    logger[metadataKey: "server.address"] = "\(request.url.host() ?? "")"
    self.logger = logger
    self.levels = levels
    call = "\(request)"
  }

  func add(_ event: CallEvent) {
    switch event.kind {
    case .started: logger.log(level: levels.detail, "\(call)")
    case .ended(let result): end(result, after: event.time)
    case .attemptStarted(let number, let cause, let request):
      attempts.add(1, ordering: .relaxed)
      let metadata: Logger.Metadata = ["http.attempt": "\(number)", "http.attempt.cause": "\(cause)"]
      logger.log(level: levels.attempt, "attempt \(number): \(request)", metadata: metadata)
    case .attemptEnded(let number, let result):
      let metadata = ["http.attempt": "\(number)"].merging(result.metadata) { first, _ in first }
      logger.log(level: levels.attempt, "attempt \(number) → \(result.brief)", metadata: metadata)
    default: addDecision(event)
    }
  }

  private func end(_ result: Result<Response, ConnectionError>, after time: Duration) {
    let metadata: Logger.Metadata = [
      "http.call.duration_ms": "\(time.milliseconds)", "http.call.attempts": "\(attempts.load(ordering: .relaxed))",
    ]
    logger.log(
      level: levels.level(of: result),
      "\(call) → \(result.brief)",
      metadata: metadata.merging(result.metadata) { first, _ in first }
    )
  }

  private func addDecision(_ event: CallEvent) {
    let (level, text) = (event.kind.isDetail ? levels.detail : levels.decision, event.kind)
    logger.log(level: level, "\(text.words)", metadata: ["http.call.time_ms": "\(event.time.milliseconds)"])
  }
}

extension CallLogLevels {
  fileprivate func level(of result: Result<Response, ConnectionError>) -> Logger.Level {
    switch result {
    case .success(let response): response.statusCode < 400 ? answered : refused
    case .failure(let error): error.isCancelled ? cancelled : failed
    }
  }
}

extension Result<Response, ConnectionError> {
  fileprivate var metadata: Logger.Metadata {
    switch self {
    case .success(let response): ["http.response.status_code": "\(response.statusCode)"]
    case .failure(let error): ["error.type": "\(error.type)", "error": "\(error.withoutRequest)"]
    }
  }
}
