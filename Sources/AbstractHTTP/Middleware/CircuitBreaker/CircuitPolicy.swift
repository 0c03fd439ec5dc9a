import Foundation

/// When a circuit breaker opens, and for how long.
///
/// ```swift
/// var policy = CircuitPolicy(failureRatio: 0.2, of: 50, within: .seconds(10))
/// policy.probes = 3
/// connection.use(.circuitBreaker(policy))
/// ```
///
/// The durations are the defaults of Polly v8. Its ratio and throughput, 10 % of 100, suit a server that makes hundreds of
/// calls a second; one client makes few, so here the ratio is that of resilience4j and Hystrix, 50 %, and the throughput 10.
public struct CircuitPolicy: Sendable {
  /// The part of the calls that must fail for the circuit to open, 0 to 1; 0.5 by default.
  public var failureRatio: Double

  /// How many calls there must be in the sampling duration for their ratio to mean anything; 10 by default.
  public var minimumThroughput: Int

  /// How far back calls count, to a tenth of it; 30 seconds by default.
  public var samplingDuration: Duration

  /// How long the circuit stays open before it is tried again, longer if the response that opened it says so in
  /// `Retry-After`; 5 seconds by default.
  public var breakDuration: Duration

  /// How long it stays open at most, whatever `Retry-After` says; 5 minutes by default.
  public var longestBreak = Duration.seconds(300)

  /// How many calls are let through after the break, and must all succeed for the circuit to close; 1 by default.
  public var probes = 1

  /// Whether each server has a circuit of its own, as is the default, or all share one.
  public var scope = MiddlewareScope.perHost

  /// Whether a response or an error speaks for a server that is not well; ``isServerFailure(_:)`` by default.
  ///
  /// It is not asked about a cancel, about what the library refused to send, and about ``QueueFull``: those count neither way.
  public var isFailure: @Sendable (Result<Response, ConnectionError>) -> Bool = { CircuitPolicy.isServerFailure($0) }

  /// Makes a policy.
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

  /// The policy with all defaults.
  public static var `default`: Self { Self() }

  /// Every error of the network, timeouts included, and the statuses 408, 429, and 500 or higher.
  public static func isServerFailure(_ result: Result<Response, ConnectionError>) -> Bool {
    switch result {
    case .success(let response): [408, 429].contains(response.statusCode) || response.statusCode >= 500
    case .failure: true
    }
  }
}

/// What a call says of its server.
enum CircuitVerdict: Sendable {
  case success
  /// With how long the server wants to be left alone, if it said so.
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
  /// For how long the server wants no further request, as it says with a 429 or a 503.
  fileprivate var wantedRest: Duration? {
    statusCode == 429 || statusCode == 503 ? retryAfter(now: { Date() }) : nil
  }
}
