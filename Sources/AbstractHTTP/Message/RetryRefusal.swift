/// Why a request that failed was not sent again, though its failure was one that ``RetryPolicy`` retries.
///
/// ```swift
/// connection.addOnError { error, response, model in
///   if error.notRetried == .budget { … }
/// }
/// ```
public enum RetryRefusal: Sendable, Hashable, CaseIterable {
  /// The retries that the policy allows are used up.
  case limit
  /// The request is not idempotent: sent twice, it might do twice what it does.
  case method
  /// The body can be sent only once; see ``RequestBody/isReplayable``.
  case body
  /// The server asks for a longer wait than the policy allows.
  case retryAfter
  /// Too many requests to this server have been retried lately; see ``RetryBudget``.
  case budget
}

extension RetryRefusal: CustomStringConvertible {
  /// Why, in words.
  public var description: String {
    switch self {
    case .limit: "the retries are used up"
    case .method: "the request is not idempotent"
    case .body: "its body can be sent only once"
    case .retryAfter: "the server asks to wait longer than the policy allows"
    case .budget: "the retry budget of the server is used up"
    }
  }
}

extension ConnectionError {
  /// Why the request was not sent again; `nil` where nothing was to retry it, or its failure was of no kind to be retried.
  public var notRetried: RetryRefusal? { request?.companion.notRetried }

  /// The same error, which says why it was not retried.
  func marked(_ reason: RetryRefusal, _ request: Request) -> ConnectionError {
    var marked = self.request ?? request
    marked.companion.notRetried = reason
    return ConnectionError(
      type,
      nativeError: nativeError,
      request: marked,
      response: response,
      responseModel: responseModel
    )
  }
}

extension Response {
  /// The same response, which says why its request was not sent again.
  func marked(_ reason: RetryRefusal, _ request: Request) -> Response {
    var response = answering(request)
    response.request?.companion.notRetried = reason
    return response
  }
}
