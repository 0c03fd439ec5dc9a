extension Middleware {
  /// Lets only so many calls go in a time; the others wait for their turn, in the order they came.
  ///
  /// ```swift
  /// connection.use(.rateLimit(10, per: .seconds(1)))              // one each 100 ms
  /// connection.use(.rateLimit(10, per: .seconds(1), burst: 5))    // five at once after half a second's rest
  /// ```
  ///
  /// It counts for all connections that use the same value, and each call once: its retries are not counted, but limited by
  /// their own budget. By default calls go evenly, so that in no stretch of that time more than `count` do; with a burst it
  /// may be `count + burst - 1`. One that waits and is cancelled leaves the line at once, and its turn is the next one's.
  ///
  /// Fails with ``QueueFull`` (`.network`). Does not suspend where what it wraps does not, and there is nothing to wait for.
  /// Source: the generic cell rate algorithm (ITU-T I.371), a token bucket without a timer.
  ///
  /// - Parameters:
  ///   - count: How many calls, 1 at least.
  ///   - duration: In which time, a year at most.
  ///   - burst: How many may go at once after a rest; 1 by default.
  ///   - queue: How many may wait; 1,024 by default, as Envoy's `max_pending_requests`.
  ///   - scope: Whether servers are counted apart, as they are by default, or together.
  ///   - clock: Measures the time; the continuous clock by default.
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
  /// Makes a policy that is never faster than what was asked for, whatever the numbers.
  init(_ count: Int, per duration: Duration, burst: Int, queue: Int) {
    let count = max(count, 1)
    let duration = min(max(duration, .zero), .seconds(31_536_000))
    var interval = duration / count
    // NB: division rounds down, and so many of them would be over before their time.
    if interval * count < duration { interval += Duration(secondsComponent: 0, attosecondsComponent: 1) }
    self.interval = interval
    tolerance = interval * (min(max(burst, 1), 1_000_000) - 1)
    self.queue = max(queue, 0)
  }
}
