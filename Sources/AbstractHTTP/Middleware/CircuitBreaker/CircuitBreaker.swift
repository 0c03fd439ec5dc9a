public import Foundation

/// The circuits of servers, to be read and switched by hand, and shared by connections.
///
/// ```swift
/// let breaker = CircuitBreaker(CircuitPolicy(failureRatio: 0.2))
/// connection.use(.circuitBreaker(breaker))
/// breaker.state(for: url)       // .closed
/// breaker.isolate(url)          // nothing is sent to that server …
/// breaker.reset(url)            // … until now
/// ```
///
/// Safe from any thread.
public final class CircuitBreaker: Sendable {
  private let policy: CircuitPolicy
  private let anyClock: AnyClock
  private let circuits = HostTable(CircuitBreakerState()) { $0.isIdle }

  /// Makes a breaker whose circuits are all closed.
  ///
  /// - Parameters:
  ///   - policy: When they open, and for how long.
  ///   - clock: Measures the time; the continuous clock by default.
  public init(_ policy: CircuitPolicy = .default, clock: any Clock<Duration> = ContinuousClock()) {
    self.policy = policy
    anyClock = AnyClock(clock)
  }

  /// The state of the circuit of a URL's server; `.open` also for one that was isolated.
  public func state(for url: URL) -> CircuitState {
    let now = anyClock.now()
    return circuits.withState(of: key(of: url)) { $0.state(at: now) }
  }

  /// Lets nothing through to a URL's server until ``reset(_:)``.
  public func isolate(_ url: URL) { circuits.withState(of: key(of: url)) { $0.isolate() } }

  /// Closes the circuit of a URL's server, and forgets what failed.
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
    Middleware("circuitBreaker", slot: .circuitBreaker, running: breaker.run)
  }
}

/// A request was not sent, since the circuit of its server is open.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, and `.retry` does not try again for it.
public struct CircuitOpen: AbstractHTTPError, NotWorthRetrying, Hashable {
  /// The server's host and port: `example.com:443`; empty for a circuit that all servers share.
  public let host: String

  /// The time until the circuit is tried again; `nil` where it is being tried just now, or was isolated by hand.
  public let remaining: Duration?

  /// What is wrong, in words.
  public var description: String {
    "the circuit\(host.isEmpty ? "" : " of \(host)") is open" + (remaining.map { " for another \($0.text)" } ?? "")
  }
}

extension CircuitOpen {
  /// ``ErrorMessages/Key/busy``.
  public var message: ErrorMessages.Key { .busy }
}
