/// The reason why a failed request wasn't retried, although ``RetryPolicy`` covers its failure.
///
/// ```swift
/// connection.addOnError { error, response, model in
///   if error.notRetried == .budget { print("retried enough for now") }
/// }
/// ```
///
/// More reasons may be added, so a `switch` needs a `default`.
public struct RetryRefusal: Sendable, Hashable, CustomStringConvertible {
  /// A description of the reason.
  public let description: String

  /// Creates a reason, for a custom middleware.
  public init(_ description: String) { self.description = description }

  /// No retries are left.
  public static let limit = RetryRefusal("the retries are used up")
  /// The request isn't idempotent: sent twice, it might take effect twice.
  public static let method = RetryRefusal("the request is not idempotent")
  /// The body can be sent only once; see ``RequestBody/isReplayable``.
  public static let body = RetryRefusal("its body can be sent only once")
  /// The server asks for a longer wait than the policy allows.
  public static let retryAfter = RetryRefusal("the server asks to wait longer than the policy allows")
  /// Too many requests to this server have been retried recently; see ``RetryBudget``.
  public static let budget = RetryRefusal("the retry budget of the server is used up")
}

/// The former name of ``RetryRefusal``.
@available(*, deprecated, renamed: "RetryRefusal")
public typealias NotRetried = RetryRefusal

extension ConnectionError {
  /// The reason why the request wasn't retried; `nil` without a retry middleware, or if the failure isn't one that is
  /// retried.
  public var notRetried: RetryRefusal? { request?.context[RetryRefusalKey.self] }

  /// Returns the error with the reason why it wasn't retried.
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
  /// Returns the response with the reason why its request wasn't retried.
  func marked(_ reason: RetryRefusal, _ request: Request) -> Response {
    var response = answering(request)
    response.request?.context[RetryRefusalKey.self] = reason
    return response
  }
}

/// The reason why a failed request wasn't retried.
enum RetryRefusalKey: RequestContextKey { typealias Value = RetryRefusal }
