extension Middleware {
  /// Sends requests that are the same only once while one of them is in flight; all get its answer.
  ///
  /// ```swift
  /// let shared = Middleware.coalesce()
  /// avatar.use(shared).start()
  /// badge.use(shared).start()            // the same URL: one request, two answers
  /// ```
  ///
  /// Connections that use the same value share. Only `GET` and `HEAD` without a body do, not what goes to a file, and only where method, URL and headers
  /// are the same, order included; how a connector sends is not compared, so connections whose cookies or credentials
  /// differ want a value each. Every one gets a response, or the error, with its own request in it. One that is cancelled
  /// leaves the others alone; the transfer ends with the last. It is held by ``Connection/suspend()`` only while nobody else
  /// waits for it, and its progress is told to the one that began it. If a transfer is
  /// cancelled from elsewhere, the first waiter sends a second one, and the others wait for it. A request that joins waits as long as the time limits of the one that began it allow, which are within.
  ///
  /// Does not suspend where what it wraps does not. Source: Go's `singleflight`, nginx's `proxy_cache_lock`.
  ///
  /// - Parameter ignored: Headers that need not be the same; ``tracingHeaders`` by default.
  public static func coalesce(ignoring ignored: [String] = tracingHeaders) -> Middleware {
    coalesce(by: CoalesceStrategy(ignoring: ignored))
  }

  static func coalesce(by strategy: CoalesceStrategy) -> Middleware {
    Middleware("coalesce", slot: .coalesce, running: strategy.run)
  }

  /// The headers by which a request is followed through systems, other for each, which the answer does not depend on.
  ///
  /// Those of W3C Trace Context and Baggage, of Zipkin's B3, and the usual names of request and correlation ids.
  public static let tracingHeaders = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId", "X-B3-ParentSpanId", "X-B3-Sampled",
    "X-B3-Flags", "X-Request-ID", "X-Correlation-ID", "Request-Id", "X-Amzn-Trace-Id", "X-Cloud-Trace-Context",
  ]
}
