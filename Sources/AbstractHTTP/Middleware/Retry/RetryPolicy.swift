public import Foundation

/// Which failures to retry, how often, and with which waits in between.
///
/// ```swift
/// connection.use(.retry())                                                        // what is said here
/// connection.use(.retry(RetryPolicy(limit: 4, backoff: .exponential(from: .seconds(1)).jittered())))
/// ```
///
/// A request is only sent again if that does no harm: its method is idempotent, or it has an `Idempotency-Key`, and its
/// body can be sent again. Cancellations, rejected credentials, and open circuits are never retried.
public struct RetryPolicy: Sendable {
  /// The default policy: two retries, after random waits of at most half a second and a second.
  public static let `default` = RetryPolicy()

  /// The default status codes, which indicate transient failures: 408, 425, 429, 500, 502, 503, and 504 (RFC 9110 §15,
  /// RFC 8470 §5.2, RFC 6585 §4).
  public static let defaultStatusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// The default methods: GET, HEAD, OPTIONS, TRACE, PUT, DELETE (RFC 9110 §9.2.2), and QUERY, which is safe.
  public static let idempotentMethods = HTTPMethod.idempotent

  /// The default error codes, which are those that Alamofire 5 retries: an unreachable server, a lost connection, a
  /// timeout. Codes for certificates that have expired or aren't valid yet are excluded, because a retry doesn't change
  /// them.
  public static let defaultErrorCodes: Set<URLError.Code> = [
    .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
    .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
    .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
    .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .timedOut,
  ]

  /// The maximum number of retries after the first attempt. Defaults to 2, as in Alamofire. Negative values count as
  /// zero.
  public var limit: Int

  /// The wait before each retry. Defaults to exponential backoff from 0.5 s with full jitter.
  public var backoff: Backoff

  /// The longest wait. Defaults to a minute. It limits the backoff; if a server's `Retry-After` is longer, the call
  /// fails at once without a retry.
  public var waitLimit: Duration = .seconds(60)

  /// The budget that limits the retries for a server. Defaults to the one that all policies share; `nil` for no limit.
  public var budget: RetryBudget?

  /// The statuses to retry.
  public var statusCodes = defaultStatusCodes

  /// The `URLError` codes to retry. `.timedOut` also covers an attempt's ``TimedOut``.
  public var errorCodes = defaultErrorCodes

  /// The methods to retry without an `Idempotency-Key`. Add methods for which your API allows it.
  public var methods = idempotentMethods

  /// Returns whether to retry another response. Defaults to none.
  public var isFailure: @Sendable (Response) -> Bool = { _ in false }

  /// Returns whether to retry after another error, such as that of a custom connector. Defaults to none.
  public var isTransient: @Sendable (any Error) -> Bool = { _ in false }

  /// Creates a policy. You can set its other properties afterwards.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of retries. Defaults to 2.
  ///   - backoff: The wait before each retry. Defaults to exponential backoff from 0.5 s with full jitter.
  ///   - budget: The budget that limits the retries for a server. Defaults to the shared one; `nil` for no limit.
  public init(
    limit: Int = 2,
    backoff: Backoff = .exponential(from: .milliseconds(500)).jittered(),
    budget: RetryBudget? = .shared
  ) {
    self.limit = limit
    self.backoff = backoff
    self.budget = budget
  }

  /// Returns a policy that also retries responses that a spec accepts but can't parse.
  ///
  /// Otherwise, parse errors aren't retried, because a response is parsed after the exchange. This policy parses each
  /// response one additional time, within the exchange.
  ///
  /// - Parameter spec: The spec that validates and parses the response.
  public func retryingUnparsable(by spec: some ResponseSpec) -> RetryPolicy {
    var policy = self
    policy.isFailure = { [isFailure] response in
      if isFailure(response) { return true }
      guard (try? spec.check(response)) != nil else { return false }
      do {
        _ = try spec.parseResponse(response: response)
        return false
      } catch {
        return true
      }
    }
    return policy
  }
}

extension RetryPolicy {
  /// Returns why an outcome should be retried, as a description; `nil` if it shouldn't.
  func failure(in outcome: Result<Response, ConnectionError>) -> String? {
    switch outcome {
    case .success(let response):
      if statusCodes.contains(response.statusCode) { return "status \(response.statusCode)" }
      return isFailure(response) ? "the response" : nil
    case .failure(let error):
      guard error.type == .network, let native = error.nativeError, isRetried(native) else { return nil }
      return Redaction.text(of: native)
    }
  }

  private func isRetried(_ error: any Error) -> Bool {
    switch error {
    case is any NotWorthRetrying: false
    case let error as TimedOut where error.scope == .total: false
    case is TimedOut: errorCodes.contains(.timedOut) || isTransient(error)
    case let error as URLError: errorCodes.contains(error.code) || isTransient(error)
    default: isTransient(error)
    }
  }

  /// Returns whether the request may be sent twice, unchanged.
  func allows(_ request: Request) -> Bool {
    methods.contains(request.httpMethod) || request.headers["Idempotency-Key"]?.isEmpty == false
  }
}

/// An error that doesn't change within moments: `.retry` passes it on at once, without another attempt.
protocol NotWorthRetrying: Error {}

extension PinMismatch: NotWorthRetrying {}
