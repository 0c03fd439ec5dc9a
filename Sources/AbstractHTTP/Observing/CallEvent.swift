/// One thing that happened in a call, as `.observe` hears it.
public struct CallEvent: Sendable {
  /// What happened.
  ///
  /// Later versions add kinds: a `switch` over them has a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable {
    /// The call began with this request.
    case started(Request)
    /// A request goes to the connector; attempts are numbered from 1 on.
    case attemptStarted(Int, AttemptCause, Request)
    /// What came of an attempt; also of one that was cancelled.
    case attemptEnded(Int, Result<Response, ConnectionError>)
    /// The request is sent again, after a wait, because of this.
    case retrying(after: Duration, because: String)
    /// The request failed and is not sent again, because of this.
    case notRetrying(because: String)
    /// The call waits for its turn; the name is the middleware's.
    case queued(by: String)
    /// The call's turn has come.
    case admitted(by: String)
    /// New credentials are asked for, by this call or by another one that it waits for.
    case refreshing
    /// New credentials came, or the error that came in their place.
    case refreshed((any Error)?)
    /// What the cache did, and why.
    case cache(CacheStatus)
    /// A circuit breaker has changed its state.
    case circuit(CircuitState, host: String)
    /// A further attempt begins beside the one that takes too long.
    case hedging(after: Duration)
    /// The call waits for the answer of one like it that is in flight.
    case coalesced
    /// The fallback answers in place of this error.
    case fallingBack(ConnectionError)
    /// A timeout ended the call or the attempt; the name says which.
    case timedOut(String, after: Duration)
    /// The head of a response came, whose body is streamed from now on. The call ends with the stream.
    case streaming(Response)
    /// What custom middleware reported.
    case note(String)
    /// The call is over: with its response, or with the head of a response whose stream has ended.
    case ended(Result<Response, ConnectionError>)
  }

  /// What happened.
  public let kind: Kind

  /// When: the time since the call began.
  public let time: Duration
}

/// Why an attempt is made.
///
/// Later versions add causes: a `switch` over them has a `default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum AttemptCause: Sendable, Hashable {
  /// It is the call's first.
  case call
  /// The one before failed; retries are numbered from 1 on.
  case retry(Int)
  /// The credentials were refused, and newer ones are there.
  case refresh
  /// The one before takes too long, and goes on.
  case hedge

  var name: String {
    switch self {
    case .call: "call"
    case .retry(let number): "retry \(number)"
    case .refresh: "refresh"
    case .hedge: "hedge"
    }
  }
}

/// The states of a circuit breaker.
public enum CircuitState: Sendable, Hashable {
  /// Requests pass.
  case closed
  /// Requests fail at once.
  case open
  /// A few requests are let through, to see whether the server is well again.
  case halfOpen
}
