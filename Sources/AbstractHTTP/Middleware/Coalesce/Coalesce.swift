extension Middleware {
  /// Shares one exchange among identical requests in flight: all of them receive its response.
  ///
  /// ```swift
  /// let shared = Middleware.coalesce()
  /// avatar.use(shared).start()
  /// badge.use(shared).start()            // the same URL: one request, two answers
  /// ```
  ///
  /// Connections that use the same value share exchanges. Only `GET` and `HEAD` requests without a body and without a
  /// file for the response are shared, and only if method, URL, and headers are identical, including their order. The
  /// connectors' settings aren't compared, so use separate values for connections with different cookies or
  /// credentials. Each request receives the response, or the error, with its own request in it. Cancelling one request
  /// doesn't affect the others; the transfer ends with the last one. ``Connection/suspend()`` only holds the transfer
  /// while no other request waits for it, and its progress is reported to the request that started it. If a transfer is
  /// cancelled from elsewhere, the first waiting request starts another one, and the others wait for it. A request that
  /// joins waits as long as the time limits of the first request allow, because they apply inside.
  ///
  /// Completes synchronously if the wrapped stage does. Source: Go's `singleflight`, nginx's `proxy_cache_lock`.
  ///
  /// - Parameter ignored: Headers that may differ. Defaults to ``tracingHeaders``.
  public static func coalesce(ignoring ignored: [String] = tracingHeaders) -> Middleware {
    coalesce(by: CoalesceStrategy(ignoring: ignored))
  }

  static func coalesce(by strategy: CoalesceStrategy) -> Middleware {
    Middleware("coalesce", slot: .coalesce, running: strategy.run)
  }

  /// Headers that trace a request through systems. They differ for each request, and don't affect the response.
  ///
  /// They are those of W3C Trace Context and Baggage, of Zipkin's B3, and common names of request and correlation IDs.
  public static let tracingHeaders = [
    "traceparent", "tracestate", "baggage", "b3", "X-B3-TraceId", "X-B3-SpanId", "X-B3-ParentSpanId", "X-B3-Sampled",
    "X-B3-Flags", "X-Request-ID", "X-Correlation-ID", "Request-Id", "X-Amzn-Trace-Id", "X-Cloud-Trace-Context",
  ]
}
