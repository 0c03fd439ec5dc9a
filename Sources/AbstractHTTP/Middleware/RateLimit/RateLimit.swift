extension Middleware {
  /// Limits the number of calls per unit of time. Further calls wait for their turn, in order.
  ///
  /// ```swift
  /// connection.use(.rateLimit(10, per: .seconds(1)))              // one each 100 ms
  /// connection.use(.rateLimit(10, per: .seconds(1), burst: 5))    // five at once after half a second's rest
  /// ```
  ///
  /// It counts for all connections that use the same value, and counts each call once: retries aren't counted, because
  /// their budget limits them. By default, calls are spaced evenly, so that no period of that length has more than
  /// `count` calls; with a burst, it may have `count + burst - 1`. A waiting call that is cancelled leaves the queue at
  /// once, and its turn goes to the next one.
  ///
  /// Fails with ``QueueFull`` (`.network`). Completes synchronously if the wrapped stage does and the call doesn't have
  /// to wait. Source: the generic cell rate algorithm (ITU-T I.371), a token bucket without a timer.
  ///
  /// - Parameters:
  ///   - count: The number of calls, at least 1.
  ///   - duration: The unit of time, at most a year.
  ///   - burst: How many calls may start at once after a pause. Defaults to 1.
  ///   - queue: The maximum number of waiting calls. Defaults to 1,024, as in Envoy's `max_pending_requests`.
  ///   - scope: Whether to count for each server, which is the default, or for all servers together.
  ///   - clock: The clock that measures time. Defaults to the continuous clock.
  public static func rateLimit(
    _ count: Int,
    per duration: Duration,
    burst: Int = 1,
    queue: Int = 1_024,
    scope: MiddlewareScope = .perHost,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    let policy = GCRALimiter.Policy(count, per: duration, burst: burst, queue: queue)
    let strategy = RateLimitStrategy(policy, scope: scope, clock: clock)
    return Middleware("rateLimit(\(max(count, 1)) per \(duration.text))", slot: .rateLimit, running: strategy.run)
  }
}

extension GCRALimiter.Policy {
  /// Creates a policy that never exceeds the requested rate, for any numbers.
  init(_ count: Int, per duration: Duration, burst: Int, queue: Int) {
    let count = max(count, 1)
    let duration = min(max(duration, .zero), .seconds(31_536_000))
    var interval = duration / count
    // NB: division rounds down, which would make the rate too high.
    if interval * count < duration { interval += Duration(secondsComponent: 0, attosecondsComponent: 1) }
    self.interval = interval
    tolerance = interval * (min(max(burst, 1), 1_000_000) - 1)
    self.queue = max(queue, 0)
  }
}
