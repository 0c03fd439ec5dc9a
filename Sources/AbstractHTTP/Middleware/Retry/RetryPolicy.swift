public import Foundation

/// Which failures are worth another try, how many tries there are, and how long to wait between them.
///
/// ```swift
/// connection.use(.retry())                                                        // what is said here
/// connection.use(.retry(RetryPolicy(limit: 4, backoff: .exponential(from: .seconds(1)).jittered())))
/// ```
///
/// A request is sent again only if sending it twice does no harm: its method is idempotent, or it has an `Idempotency-Key`; and
/// never if its body can be sent only once. Cancels, refused credentials and open circuits are never retried.
public struct RetryPolicy: Sendable {
  /// The policy with every default: two retries, after half a second and a second at most, at random.
  public static let `default` = RetryPolicy()

  /// 408, 425, 429, 500, 502, 503 and 504: what says "not now" (RFC 9110 §15, RFC 8470 §5.2, RFC 6585 §4).
  public static let defaultStatusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// GET, HEAD, OPTIONS, TRACE, PUT, DELETE (RFC 9110 §9.2.2), and QUERY, which is safe.
  public static let idempotentMethods = HTTPMethod.idempotent

  /// The codes that Alamofire 5 retries: a server that cannot be reached, a connection that is lost, a timeout. Left out are
  /// those of a certificate that has expired or is not yet valid, which a retry does not change.
  public static let defaultErrorCodes: Set<URLError.Code> = [
    .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .badServerResponse, .callIsActive,
    .cannotConnectToHost, .cannotFindHost, .cannotLoadFromNetwork, .dataNotAllowed, .dnsLookupFailed,
    .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete, .internationalRoamingOff,
    .networkConnectionLost, .notConnectedToInternet, .secureConnectionFailed, .timedOut,
  ]

  /// How many retries there may be after the first try; 2 by default, as in Alamofire. Below zero is zero.
  public var limit: Int

  /// How long to wait before each; by default half a second, then twice as long each time, all of it left to chance.
  public var backoff: Backoff

  /// The longest wait: a minute by default. A backoff is cut to it; a server that asks for a longer one in its `Retry-After`
  /// is not asked again, and the call fails at once.
  public var waitLimit: Duration = .seconds(60)

  /// How many retries a server may get; the one that all policies share by default, `nil` for any number.
  public var budget: RetryBudget?

  /// The statuses that are retried.
  public var statusCodes = defaultStatusCodes

  /// The codes of the `URLError`s that are retried; `.timedOut` stands for an attempt's ``TimedOut``, too.
  public var errorCodes = defaultErrorCodes

  /// The methods that are retried without an `Idempotency-Key`. Add to them what your API says may be sent twice.
  public var methods = idempotentMethods

  /// Which other responses are retried: none by default.
  public var isFailure: @Sendable (Response) -> Bool = { _ in false }

  /// Which other errors of the exchange are retried, such as those of a connector of your own: none by default.
  public var isTransient: @Sendable (any Error) -> Bool = { _ in false }

  /// Makes a policy. What it is not given here can be set afterwards.
  public init(
    limit: Int = 2,
    backoff: Backoff = .exponential(from: .milliseconds(500)).jittered(),
    budget: RetryBudget? = .shared
  ) {
    self.limit = limit
    self.backoff = backoff
    self.budget = budget
  }

  /// The policy that also retries responses that a spec finds valid, and cannot parse.
  ///
  /// Nothing else retries a parse error: a response is parsed after the exchange is over. So this parses each response once
  /// more, within the exchange.
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
  /// What makes an outcome worth another try, in words; `nil` if nothing does.
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

  /// Whether the request may be sent twice, as it is.
  func allows(_ request: Request) -> Bool {
    methods.contains(request.httpMethod) || request.headers["Idempotency-Key"]?.isEmpty == false
  }
}

/// An error that is the same a moment later: `.retry` passes it on at once, and spends no try on it.
protocol NotWorthRetrying: Error {}
