public import AbstractHTTP
public import Logging

extension Logger {
  /// Returns a destination for the messages of the library's `.log`, which masks secrets in them.
  ///
  /// ```swift
  /// client.use(.log(.headers, write: logger.messages(at: .debug)))
  /// ```
  ///
  /// - Parameter level: The level of the messages. Defaults to `debug`.
  public func messages(at level: Level = .debug) -> @Sendable (String) -> Void {
    { text in log(level: level, "\(text)") }
  }

  /// Returns a destination for the traces of the library's `.trace`: a waterfall for each call.
  ///
  /// ```swift
  /// client.use(.trace(logger.traces()))
  /// ```
  ///
  /// The waterfall is drawn only if the level is enabled.
  ///
  /// - Parameter level: The level of the messages. Defaults to `debug`.
  public func traces(at level: Level = .debug) -> @Sendable (CallTrace) -> Void {
    { trace in
      log(
        level: level,
        "\(trace)",
        metadata: [
          "http.call.attempts": "\(trace.attempts)", "http.call.duration_ms": "\(trace.duration.milliseconds)",
        ]
      )
    }
  }
}

extension Duration {
  /// The whole milliseconds.
  var milliseconds: Int64 { Int64((self / .milliseconds(1)).rounded()) }
}
