/// Why a request that failed was not sent again, though its failure was one that ``RetryPolicy`` retries.
///
/// ```swift
/// connection.addOnError { error, response, model in
///   if error.notRetried == .budget { print("retried enough for now") }
/// }
/// ```
///
/// More reasons may be added, so a `switch` needs a `default`.
public struct RetryRefusal: Sendable, Hashable, CustomStringConvertible {
  /// The reason, in words.
  public let description: String

  /// Creates a reason, for a middleware of your own.
  public init(_ description: String) { self.description = description }

  /// The retries that the policy allows are used up.
  public static let limit = RetryRefusal("the retries are used up")
  /// The request isn't idempotent: sent twice, it might take effect twice.
  public static let method = RetryRefusal("the request is not idempotent")
  /// The body can be sent only once; see ``RequestBody/isReplayable``.
  public static let body = RetryRefusal("its body can be sent only once")
  /// The server asks for a longer wait than the policy allows.
  public static let retryAfter = RetryRefusal("the server asks to wait longer than the policy allows")
  /// Too many requests to this server have been retried lately; see ``RetryBudget``.
  public static let budget = RetryRefusal("the retry budget of the server is used up")
}

/// The former name of ``RetryRefusal``.
@available(*, deprecated, renamed: "RetryRefusal")
public typealias NotRetried = RetryRefusal

extension ConnectionError {
  /// Why the request was not sent again; `nil` where nothing was to retry it, or its failure was of no kind to be retried.
  public var notRetried: RetryRefusal? { request?.context[RetryRefusalKey.self] }

  /// The same error, which says why it was not retried.
  func marked(_ reason: RetryRefusal, _ request: Request) -> ConnectionError {
    var marked = self.request ?? request
    marked.context[RetryRefusalKey.self] = reason
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
    response.request?.context[RetryRefusalKey.self] = reason
    return response
  }
}

/// Why a request was not sent again when it failed.
enum RetryRefusalKey: RequestContextKey { typealias Value = RetryRefusal }
