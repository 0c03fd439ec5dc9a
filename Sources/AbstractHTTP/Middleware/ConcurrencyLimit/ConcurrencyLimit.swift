extension Middleware {
  /// Limits the number of requests in flight. Further requests wait for their turn, in order.
  ///
  /// ```swift
  /// connection.use(.concurrencyLimit(4))                  // four at once for each server
  /// connection.use(.concurrencyLimit(10, queue: 0))       // the eleventh fails at once
  /// ```
  ///
  /// It counts for all connections that use the same value. A permit is held from before the request is sent until its
  /// response or its failure arrives, but not while a retry waits or credentials are refreshed, which happens outside.
  /// A request and its hedges, which run inside, share one permit. A waiting request that is cancelled leaves the queue
  /// at once.
  ///
  /// Fails with ``QueueFull`` (`.network`). Completes synchronously if the wrapped stage does and the queue is empty.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of requests in flight, at least 1. Defaults to 5, as in OkHttp's `Dispatcher` for
  ///     each host.
  ///   - queue: The maximum number of waiting requests. Defaults to 1,024, as in Envoy's `max_pending_requests`.
  ///   - scope: Whether to count for each server, which is the default, or for all servers together.
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
