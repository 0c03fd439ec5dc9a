import Foundation

/// The conditions under which a circuit breaker opens, and for how long.
///
/// ```swift
/// var policy = CircuitPolicy(failureRatio: 0.2, of: 50, within: .seconds(10))
/// policy.probes = 3
/// connection.use(.circuitBreaker(policy))
/// ```
///
/// The durations are the defaults of Polly v8. Its ratio and throughput, 10 % of 100, suit a server that makes hundreds
/// of calls a second. A single client makes few calls, so the ratio here is that of resilience4j and Hystrix, 50 %, and
/// the throughput is 10.
public struct CircuitPolicy: Sendable {
  /// The fraction of calls that must fail to open the circuit, from 0 to 1. Defaults to 0.5.
  public var failureRatio: Double

  /// The minimum number of calls in the sampling duration for the ratio to apply. Defaults to 10.
  public var minimumThroughput: Int

  /// The time in which calls are counted, accurate to a tenth of it. Defaults to 30 seconds.
  public var samplingDuration: Duration

  /// How long the circuit stays open before the first probe, unless the `Retry-After` of the response that opened it is
  /// longer. Defaults to 5 seconds.
  public var breakDuration: Duration

  /// The longest time that the circuit stays open, regardless of `Retry-After`. Defaults to 5 minutes.
  public var longestBreak = Duration.seconds(300)

  /// How many calls are let through after the break, which must all succeed to close the circuit. Defaults to 1.
  public var probes = 1

  /// Whether each server has a separate circuit, which is the default, or all servers share one.
  public var scope = MiddlewareScope.perHost

  /// Returns whether a response or an error indicates a failing server. Defaults to ``isServerFailure(_:)``.
  ///
  /// It isn't called for cancellations, for requests that the library rejects before sending, and for ``QueueFull``,
  /// which don't count.
  public var isFailure: @Sendable (Result<Response, ConnectionError>) -> Bool = { CircuitPolicy.isServerFailure($0) }

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - failureRatio: The fraction of calls that must fail, from 0 to 1. Defaults to 0.5.
  ///   - minimumThroughput: The minimum number of calls for the ratio to apply. Defaults to 10.
  ///   - samplingDuration: The time in which calls are counted. Defaults to 30 seconds.
  ///   - breakDuration: How long the circuit stays open. Defaults to 5 seconds.
  public init(
    failureRatio: Double = 0.5,
    of minimumThroughput: Int = 10,
    within samplingDuration: Duration = .seconds(30),
    breakDuration: Duration = .seconds(5)
  ) {
    self.failureRatio = failureRatio
    self.minimumThroughput = minimumThroughput
    self.samplingDuration = samplingDuration
    self.breakDuration = breakDuration
  }

  /// The policy with the default values.
  public static var `default`: Self { Self() }

  /// Returns `true` for every network error, including timeouts, and for the statuses 408, 429, and 500 or higher.
  public static func isServerFailure(_ result: Result<Response, ConnectionError>) -> Bool {
    switch result {
    case .success(let response): [408, 429].contains(response.statusCode) || response.statusCode >= 500
    case .failure: true
    }
  }
}

/// What a call indicates about its server.
enum CircuitVerdict: Sendable {
  case success
  /// The server is failing, with the time that it asks clients to wait, if any.
  case failure(rest: Duration?)
  case neither
}

extension CircuitPolicy {
  func verdict(on result: Result<Response, ConnectionError>) -> CircuitVerdict {
    switch result {
    case .success(let response):
      isFailure(result) ? .failure(rest: response.wantedRest) : .success
    case .failure(let error) where error.type != .network || error.nativeError is QueueFull:
      .neither
    case .failure:
      isFailure(result) ? .failure(rest: nil) : .success
    }
  }

  func breakDuration(wanting rest: Duration?) -> Duration {
    max(breakDuration, min(rest ?? .zero, longestBreak), .zero)
  }
}

extension Response {
  /// The time that the server asks clients to wait, with a 429 or a 503.
  fileprivate var wantedRest: Duration? {
    statusCode == 429 || statusCode == 503 ? retryAfter(now: { Date() }) : nil
  }
}
