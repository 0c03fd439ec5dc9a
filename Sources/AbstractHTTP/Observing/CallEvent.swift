public import Foundation

/// An event of a call, which `.observe` reports.
public struct CallEvent: Sendable {
  /// The kind of an event.
  ///
  /// Later versions may add kinds. A `switch` without a `default` then no longer compiles.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable {
    /// The call started with this request.
    case started(Request)
    /// A request is passed to the connector. Attempts are numbered, starting at 1.
    case attemptStarted(Int, AttemptCause, Request)
    /// An attempt ended with a result, which may be a cancellation.
    case attemptEnded(Int, Result<Response, ConnectionError>)
    /// The head of a response arrived, and its body follows. ``DefaultHTTPConnector`` reports this event and the next
    /// two.
    case head(Int, Response)
    /// An attempt continues at another URL, because its response was this redirect.
    case redirected(Int, Response, to: URL)
    /// How long a transfer of an attempt took, phase by phase. Of a streamed response, it comes at the end of the
    /// stream, after the attempt's end. A transfer that the call no longer waits for has none: a cancelled one, or a stream
    /// that its reader let go.
    case metrics(Int, TransferMetrics)
    /// The connection suspended the transfer of an attempt.
    case suspended(Int)
    /// The connection resumed the transfer of an attempt.
    case resumed(Int)
    /// The request is sent again, after a wait, because of this.
    case retrying(after: Duration, because: String)
    /// The request failed and isn't retried, for this reason.
    case notRetrying(because: String)
    /// The call waits for its turn in the queue of the named middleware.
    case queued(by: String)
    /// The call's turn has come.
    case admitted(by: String)
    /// New credentials were requested, by this call or by another one that it waits for.
    case refreshing
    /// New credentials arrived, or the error that prevented it.
    case refreshed((any Error)?)
    /// The result of the cache, and its reason.
    case cache(CacheStatus)
    /// A circuit breaker has changed its state.
    case circuit(CircuitState, host: String)
    /// Another attempt starts while the previous one takes too long.
    case hedging(after: Duration)
    /// The call waits for the response to an identical request in flight.
    case coalesced
    /// The fallback answers in place of this error.
    case fallingBack(ConnectionError)
    /// The named timeout ended the call or the attempt.
    case timedOut(String, after: Duration)
    /// An interim response arrived ahead of the response, such as `103 Early Hints` (RFC 9110 §15.2). `100 Continue`
    /// isn't reported. Only libcurl reports interim responses; `URLSession` doesn't.
    case interim(Response)
    /// The head of a streamed response arrived. The call ends with its stream.
    case streaming(Response)
    /// A custom middleware reported a note.
    case note(String)
    /// The call ended with its response, or with the head of a response whose stream has ended.
    case ended(Result<Response, ConnectionError>)
  }

  /// The kind of the event, with its details.
  public let kind: Kind

  /// The time since the call started.
  public let time: Duration
}

/// The reason for an attempt.
///
/// Later versions may add causes. A `switch` without a `default` then no longer compiles.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum AttemptCause: Sendable, Hashable {
  /// The first attempt of the call.
  case call
  /// The previous attempt failed. Retries are numbered, starting at 1.
  case retry(Int)
  /// The credentials were rejected, and newer ones are available.
  case refresh
  /// The previous attempt takes too long, and continues.
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
  /// A few requests are let through, to test whether the server has recovered.
  case halfOpen
}
