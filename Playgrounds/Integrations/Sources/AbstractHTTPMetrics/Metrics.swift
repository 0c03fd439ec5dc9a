public import AbstractHTTP
public import CoreMetrics
import Foundation

/// The route of a request in metrics, in place of a template that matches its path.
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let id: Int
///   var url: String { "/users/\(id)" }
///   var context: RequestContext {
///     var context = RequestContext()
///     context[MetricsRoute.self] = "/users/{id}"
///     return context
///   }
/// }
/// ```
public enum MetricsRoute: RequestContextKey {
  /// The template.
  public typealias Value = String
}

extension Middleware {
  /// Counts and times calls and attempts by method, host, and route.
  ///
  /// ```swift
  /// client.use(.retry(), .metrics(routes: ["/users", "/users/{id}"]))
  /// ```
  ///
  /// | metric | dimensions |
  /// |---|---|
  /// | counter `http.client.calls`, timer `http.client.call.duration` | `method`, `host`, `route`, `outcome` |
  /// | counter `http.client.attempts`, timer `http.client.attempt.duration` | the same and `cause` |
  ///
  /// The outcome is a status, such as `200`, or the type of an error, such as `network`. The cause is `call`, `retry`,
  /// `refresh`, or `hedge`. A call that streams its response ends with the stream, and its attempt with the head.
  ///
  /// The number of time series is bounded, because no URL becomes a dimension: a path without a template has the route
  /// `other`, and so do methods without a standard, and hosts and routes beyond the limit.
  ///
  /// - Parameters:
  ///   - routes: The templates of paths, with the path of the base URL. ``MetricsRoute`` overrides them.
  ///   - limit: How many hosts, and how many values of ``MetricsRoute``, are told apart. Defaults to 100.
  ///   - factory: Creates the metrics. Defaults to that of the metrics system.
  ///   - clock: The clock that measures durations. Defaults to the continuous clock.
  public static func metrics(
    routes: RouteTable = [],
    limit: Int = 100,
    factory: any MetricsFactory = MetricsSystem.factory,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    let meter = CallMeter(routes, limit: limit, factory)
    return .observeCalls(clock: clock) { request in
      let call = MeteredCall(meter, meter.dimensions(of: request))
      return { call.add($0) }
    }
  }
}
