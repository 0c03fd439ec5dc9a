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
    concurrencyLimit(by: ConcurrencyLimitStrategy(limit: limit, queue: queue, scope: scope))
  }

  static func concurrencyLimit(by strategy: ConcurrencyLimitStrategy) -> Middleware {
    Middleware("concurrencyLimit(\(strategy.limit))", slot: .concurrencyLimit, running: strategy.run)
  }
}
