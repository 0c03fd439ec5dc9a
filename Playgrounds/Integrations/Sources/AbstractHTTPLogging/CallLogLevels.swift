public import Logging

/// The levels at which the parts of a call are logged.
public struct CallLogLevels: Sendable, Hashable {
  /// A call that ended with a status below 400. Defaults to `info`.
  public var answered = Logger.Level.info
  /// A call that ended with a status of 400 or more. Defaults to `notice`.
  public var refused = Logger.Level.notice
  /// A call that ended with an error. Defaults to `error`.
  public var failed = Logger.Level.error
  /// A call that was cancelled. Defaults to `debug`.
  public var cancelled = Logger.Level.debug
  /// The start and the end of each attempt. Defaults to `debug`.
  public var attempt = Logger.Level.debug
  /// The decisions in between: retries, waits, caches, circuit breakers, fallbacks. Defaults to `debug`.
  public var decision = Logger.Level.debug
  /// The start of a call, and the details of transfers. Defaults to `trace`.
  public var detail = Logger.Level.trace

  /// Creates the default levels.
  public init() {}
}
