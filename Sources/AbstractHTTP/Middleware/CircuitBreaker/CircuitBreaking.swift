extension Middleware {
  /// Sends nothing to a server that fails again and again, until it has had a rest.
  ///
  /// ```swift
  /// connection.use(.circuitBreaker())
  /// connection.use(.circuitBreaker(CircuitPolicy(failureRatio: 0.2, of: 50), clock: clock))
  /// ```
  ///
  /// Closed, it lets requests through and counts. Once enough of them have failed it opens: requests fail at once, and
  /// `.retry` does not try again. After the break it is half-open: a few go through as probes; when all have succeeded it
  /// closes, when one fails it opens again. A cancelled request counts neither way. It counts for all connections that use
  /// the same value, and each try of a retried call.
  ///
  /// Fails with ``CircuitOpen`` (`.network`). Does not suspend where what it wraps does not. Source: Polly v8, with the
  /// defaults that ``CircuitPolicy`` tells.
  ///
  /// - Parameters:
  ///   - policy: When it opens, and for how long.
  ///   - clock: Measures the time; the continuous clock by default.
  public static func circuitBreaker(
    _ policy: CircuitPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    circuitBreaker(CircuitBreaker(policy, clock: clock))
  }

  /// Sends nothing to a server whose circuit is open, by a breaker that can be read and switched by hand.
  public static func circuitBreaker(_ breaker: CircuitBreaker) -> Middleware {
    Middleware("circuitBreaker", slot: .circuitBreaker) { $0.breakingCircuit(by: breaker) }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Sends nothing to a server whose circuit is open. See ``Middleware/circuitBreaker(_:clock:)``.
  public func breakingCircuit(by breaker: CircuitBreaker = CircuitBreaker()) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in try breaker.run(request, over: self) }
  }
}
