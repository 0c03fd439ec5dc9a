public import Foundation

/// The circuits of servers. Use it to share them between connections, and to read and control them.
///
/// ```swift
/// let breaker = CircuitBreaker(CircuitPolicy(failureRatio: 0.2))
/// connection.use(.circuitBreaker(breaker))
/// breaker.state(for: url)       // .closed
/// breaker.isolate(url)          // nothing is sent to that server …
/// breaker.reset(url)            // … until now
/// ```
///
/// All members may be used from any thread.
public final class CircuitBreaker: Sendable {
  private let policy: CircuitPolicy
  private let anyClock: AnyClock
  private let circuits = HostTable(CircuitBreakerState()) { $0.isIdle }

  /// Creates a breaker with closed circuits.
  ///
  /// - Parameters:
  ///   - policy: When circuits open, and for how long.
  ///   - clock: The clock that measures time. Defaults to the continuous clock.
  public init(_ policy: CircuitPolicy = .default, clock: any Clock<Duration> = ContinuousClock()) {
    self.policy = policy
    anyClock = AnyClock(clock)
  }

  /// Returns the state of the circuit for a URL's server. The state of an isolated circuit is `.open`.
  public func state(for url: URL) -> CircuitState {
    let now = anyClock.now()
    return circuits.withState(of: key(of: url)) { $0.state(at: now) }
  }

  /// Blocks all requests to a URL's server until ``reset(_:)``.
  public func isolate(_ url: URL) { circuits.withState(of: key(of: url)) { $0.isolate() } }

  /// Closes the circuit for a URL's server, and forgets its failures.
  public func reset(_ url: URL) { circuits.withState(of: key(of: url)) { _ = $0.close() } }

  private func key(of url: URL) -> String { policy.scope.key(of: Request(url: url)) }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    let host = policy.scope.key(of: request)
    let now = anyClock.now()
    switch circuits.withState(of: host, { $0.enter(at: now, policy) }) {
    case .refused(let remaining):
      throw ConnectionError(.network, nativeError: CircuitOpen(host: host, remaining: remaining))
    case .admitted(let generation, let change):
      if let change { request.report(.circuit(change, host: host)) }
      return try next.following(request) { result throws(ConnectionError) in
        self.leave(result, host, generation, request)
        return .finished(try result.get())
      }
    }
  }

  private func leave(
    _ result: Result<Response, ConnectionError>,
    _ host: String,
    _ generation: Int,
    _ request: Request
  ) {
    let verdict = policy.verdict(on: result)
    let now = anyClock.now()
    let change = circuits.withState(of: host) { $0.leave(verdict, of: generation, at: now, policy) }
    if let change { request.report(.circuit(change, host: host)) }
  }
}

extension Middleware {
  /// Stops sending requests to a failing server until it has had time to recover.
  ///
  /// ```swift
  /// connection.use(.circuitBreaker())
  /// connection.use(.circuitBreaker(CircuitPolicy(failureRatio: 0.2, of: 50), clock: clock))
  /// ```
  ///
  /// While closed, it lets requests through and counts them. When enough of them have failed, it opens: requests fail
  /// at once, and `.retry` doesn't retry them. After the break, it is half-open and lets a few requests through as
  /// probes. If all of them succeed, it closes; if one fails, it opens again. A cancelled request doesn't count. The
  /// breaker counts for all connections that use the same value, and each attempt of a retried call.
  ///
  /// Fails with ``CircuitOpen`` (`.network`). Completes synchronously if the wrapped stage does. Source: Polly v8, with
  /// the defaults in ``CircuitPolicy``.
  ///
  /// - Parameters:
  ///   - policy: When the circuit opens, and for how long.
  ///   - clock: The clock that measures time. Defaults to the continuous clock.
  public static func circuitBreaker(
    _ policy: CircuitPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    circuitBreaker(CircuitBreaker(policy, clock: clock))
  }

  /// Stops sending requests to a server whose circuit is open, with a breaker that you can read and control.
  ///
  /// - Parameter breaker: The breaker, whose state all its users share.
  public static func circuitBreaker(_ breaker: CircuitBreaker) -> Middleware {
    Middleware("circuitBreaker", slot: .circuitBreaker, running: breaker.run)
  }
}

/// The error of a request that wasn't sent, because the circuit for its server is open.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, and `.retry` doesn't retry it.
public struct CircuitOpen: AbstractHTTPError, NotWorthRetrying, Hashable {
  /// The server's host and port: `example.com:443`; empty for a circuit that all servers share.
  public let host: String

  /// The time until the next probe; `nil` if a probe is in progress, or the circuit was isolated.
  public let remaining: Duration?

  /// A description of the error.
  public var description: String {
    "the circuit\(host.isEmpty ? "" : " of \(host)") is open" + (remaining.map { " for another \($0.text)" } ?? "")
  }
}

extension CircuitOpen {
  /// The key of the sentence for the user, ``ErrorMessages/Key/busy``.
  public var message: ErrorMessages.Key { .busy }
}
