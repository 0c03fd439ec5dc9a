/// A call, or one attempt of it, took longer than it was allowed to: which of both, and how far it had got.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error.
///
/// ```swift
/// connection.addOnError { error, response, model in
///   if let timedOut = error.nativeError as? TimedOut { print(timedOut) }
/// }   // the call timed out after 60s, in attempt 3, with 512 of 2048 bytes received
/// ```
public struct TimedOut: AbstractHTTPError, Hashable {
  /// What a time limit is for.
  public enum Scope: Sendable, Hashable {
    /// One attempt, from the moment it is made; not while the connection is suspended.
    case attempt
    /// The whole call: every attempt, the waits between them and for their turn, and refreshes.
    case total
  }

  /// What took too long.
  public let scope: Scope
  /// How long it was allowed to take.
  public let limit: Duration
  /// How many requests were sent within it.
  public let attempts: Int
  /// How far the one was that was under way; `nil` if none was.
  public let progress: TransferProgress?

  init(_ scope: Scope, _ limit: Duration, _ progress: CallProgress) {
    self.scope = scope
    self.limit = limit
    self.attempts = progress.attempts
    self.progress = progress.transfer
  }
}

extension TimedOut {
  /// What took too long, and how far it had got, in words.
  public var description: String {
    "the \(scope == .total ? "call" : "attempt") timed out after \(limit.text), \(stand)"
  }

  private var stand: String {
    guard let progress else {
      return attempts == 0 ? "before anything was sent" : "after \(attempts) attempt\(attempts == 1 ? "" : "s")"
    }
    let place = scope == .total ? "in attempt \(attempts), " : ""
    guard progress.received > 0 else { return place + "before the response came" }
    let length = progress.totalToReceive.map { " of \($0)" } ?? ""
    return place + "with \(progress.received)\(length) bytes received"
  }
}

/// A time limit is not above zero.
public struct InvalidTimeout: AbstractHTTPError, Hashable {
  /// The limit.
  public let limit: Duration

  /// What is wrong, in words.
  public var description: String { "a time limit of \(limit.text) is not above zero" }
}

extension TimedOut {
  /// ``ErrorMessages/Key/timeout``.
  public var message: ErrorMessages.Key { .timeout }
}

extension InvalidTimeout {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
