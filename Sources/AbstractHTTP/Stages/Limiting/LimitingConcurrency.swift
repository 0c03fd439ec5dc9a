extension Middleware {
  /// Lets only so many requests be under way at once; the others wait for their turn, in the order they came.
  ///
  /// ```swift
  /// connection.use(.concurrencyLimit(4))                  // four at once for each server
  /// connection.use(.concurrencyLimit(10, queue: 0))       // the eleventh fails at once
  /// ```
  ///
  /// It counts for all connections that use the same value. A permit is held from before the request is sent until its
  /// response is there, or its failure; not while a retry waits or credentials are refreshed, which happens outside, and
  /// once for a request and its hedges, which happen inside. One that waits and is cancelled leaves the line at once.
  ///
  /// Fails with ``QueueFull`` (`.network`). Does not suspend where what it wraps does not, and nobody is before it.
  ///
  /// - Parameters:
  ///   - limit: How many at once, 1 at least; 5 by default, as OkHttp's `Dispatcher` has it for each host.
  ///   - queue: How many may wait; 1,024 by default, as Envoy's `max_pending_requests`.
  ///   - scope: Whether servers are counted apart, as they are by default, or together.
  public static func concurrencyLimit(
    _ limit: Int = 5,
    queue: Int = 1_024,
    scope: MiddlewareScope = .perHost
  ) -> Middleware {
    let limiter = ConcurrencyLimiter(limit: limit, queue: queue, scope: scope)
    return Middleware("concurrencyLimit(\(limiter.limit))", slot: .concurrencyLimit) {
      $0.limitingConcurrency(by: limiter)
    }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Lets only so many requests pass at once. See ``Middleware/concurrencyLimit(_:queue:scope:)``.
  public func limitingConcurrency(
    to limit: Int = 5,
    queue: Int = 1_024,
    scope: MiddlewareScope = .perHost
  ) -> Self {
    limitingConcurrency(by: ConcurrencyLimiter(limit: limit, queue: queue, scope: scope))
  }

  func limitingConcurrency(by limiter: ConcurrencyLimiter) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in try limiter.run(request, over: self) }
  }
}

/// The permits of each server, which requests take and give back.
final class ConcurrencyLimiter: Sendable {
  private static let name = "concurrencyLimit"

  let limit: Int
  private let queue: Int
  private let scope: MiddlewareScope
  private let permits = HostTable(Permits()) { $0.isIdle }

  init(limit: Int, queue: Int, scope: MiddlewareScope) {
    self.limit = max(limit, 1)
    self.queue = max(queue, 0)
    self.scope = scope
  }

  /// Whether no permit is taken for a server, and nobody waits.
  func isIdle(for request: Request) -> Bool { permits.withState(of: scope.key(of: request)) { $0.isIdle } }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    let host = scope.key(of: request)
    switch permits.withState(of: host, { $0.enter(limit: limit, queue: queue) }) {
    case .admitted:
      return try permitted(request, host, next)
    case .refused(let waiting):
      throw ConnectionError(.network, nativeError: QueueFull(name: Self.name, waiting: waiting))
    case .queued(let place):
      request.report(.queued(by: Self.name))
      return .suspended { () async throws(ConnectionError) in
        try await place.wait { self.permits.withState(of: host) { $0.leave(place) } }
        return try await self.called(request, host, next)
      }
    }
  }

  /// Goes on with the permit of somebody who is ready.
  private func called(
    _ request: Request,
    _ host: String,
    _ next: Stage<Request, Response>
  ) async throws(ConnectionError) -> Response {
    guard !Task.isCancelled else {
      giveBack(host)
      throw ConnectionError(.canceled)
    }
    request.report(.admitted(by: Self.name))
    return try await permitted(request, host, next).output
  }

  private func permitted(
    _ request: Request,
    _ host: String,
    _ next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    try next.following(request) { result throws(ConnectionError) in
      self.giveBack(host)
      return .finished(try result.get())
    }
  }

  private func giveBack(_ host: String) { permits.withState(of: host) { $0.leave() }?.give(.success(())) }
}
