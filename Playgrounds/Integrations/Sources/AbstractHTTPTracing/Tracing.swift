public import AbstractHTTP
import Foundation
public import Tracing

/// The context that a call's span belongs to, in place of `ServiceContext.current`.
///
/// ```swift
/// request.context[ParentContext.self] = context
/// ```
public enum ParentContext: RequestContextKey {
  /// The context.
  public typealias Value = ServiceContext
}

extension Middleware {
  /// Creates a span for each call, and within it a span for each attempt, whose context is sent with the request.
  ///
  /// ```swift
  /// client.use(.retry(), .tracing())
  /// // GET                       a call, of kind internal
  /// //   GET attempt 1           http.response.status_code=503, an error
  /// //   GET attempt 2           http.response.status_code=200, http.request.resend_count=1
  /// ```
  ///
  /// The tracer writes the headers: with a tracer of the W3C Trace Context, `traceparent` and `tracestate`. A redirect
  /// keeps them, and has no span of its own. The span of a call ends with the stream of its response, and the span of an
  /// attempt with the head. URLs are recorded without secrets, and errors without their request.
  ///
  /// A call belongs to the span of the task that starts it. Set ``ParentContext`` to override it.
  ///
  /// - Parameter tracer: The tracer. Defaults to that of the instrumentation system, when a call starts.
  public static func tracing(_ tracer: (any Tracer)? = nil) -> Middleware {
    Middleware(
      "tracing",
      combining: .observeCalls { request in
        let call = CallSpan(of: &request, by: tracer ?? InstrumentationSystem.tracer)
        return { call.add($0) }
      },
      Middleware("trace", at: .attempt) { request, next in
        guard let call = request.context[CallSpanKey.self] else { return try await next(request) }
        return try await call.attempt(request, next)
      }
    )
  }
}

/// Writes the context of a span to the headers of a request.
struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) { headers[key] = value }
}

/// The call that a request belongs to.
enum CallSpanKey: RequestContextKey { typealias Value = CallSpan }
