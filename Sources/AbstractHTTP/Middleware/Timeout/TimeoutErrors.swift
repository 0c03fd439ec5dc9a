/// The error of a call or an attempt that exceeded its time limit, with its progress.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error.
///
/// ```swift
/// connection.addOnError { error, response, model in
///   if let timedOut = error.nativeError as? TimedOut { print(timedOut) }
/// }   // the call timed out after 60s, in attempt 3, with 512 of 2048 bytes received
/// ```
public struct TimedOut: AbstractHTTPError, Hashable {
  /// The scope of a time limit.
  public enum Scope: Sendable, Hashable {
    /// One attempt, from its start, except while the connection is suspended.
    case attempt
    /// The whole call, including all attempts, the waits between them and for their turn, and refreshes.
    case total
  }

  /// The scope of the exceeded limit.
  public let scope: Scope
  /// The time limit.
  public let limit: Duration
  /// How many requests were sent within the limit.
  public let attempts: Int
  /// The progress of the transfer in flight; `nil` if there was none.
  public let progress: TransferProgress?

  init(_ scope: Scope, _ limit: Duration, _ progress: CallProgress) {
    self.scope = scope
    self.limit = limit
    self.attempts = progress.attempts
    self.progress = progress.transfer
  }
}

extension TimedOut {
  /// A description of the error, with the progress.
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

/// The error of a time limit that isn't positive.
public struct InvalidTimeout: AbstractHTTPError, Hashable {
  /// The time limit.
  public let limit: Duration

  /// A description of the error.
  public var description: String { "a time limit of \(limit.text) is not above zero" }
}

extension TimedOut {
  /// The key of the sentence for the user, ``ErrorMessages/Key/timeout``.
  public var message: ErrorMessages.Key { .timeout }
}

extension InvalidTimeout {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
