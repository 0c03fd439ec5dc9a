import AbstractHTTP
import Foundation
import Synchronization
import Tracing

/// The span of a call, which the spans of its attempts belong to.
final class CallSpan: Sendable {
  private let tracer: any Tracer
  private let span: any Span
  private let attempts = Atomic(0)

  init(of request: inout Request, by tracer: any Tracer) {
    self.tracer = tracer
    let parent = request.context[ParentContext.self] ?? ServiceContext.current ?? .topLevel
    span = tracer.startAnySpan("\(request.httpMethod)", context: parent, ofKind: .internal)
    span.describe(request)
    request.context[CallSpanKey.self] = self
  }

  func add(_ event: CallEvent) {
    switch event.kind {
    case .retrying, .notRetrying, .queued, .admitted, .refreshing, .hedging, .coalesced, .timedOut:
      span.addEvent(SpanEvent(name: String("\(event.kind)".prefix { $0 != "(" })))
    case .ended(let result):
      span.end(with: result)
    default: break
    }
  }

  /// Sends an attempt within a span of its own.
  func attempt(_ request: Request, _ next: Stage<Request, Response>) async throws -> Response {
    let number = attempts.add(1, ordering: .relaxed).newValue
    let span = tracer.startAnySpan(
      "\(request.httpMethod) attempt \(number)",
      context: self.span.context,
      ofKind: .client
    )
    span.describe(request)
    if number > 1 { span.attributes["http.request.resend_count"] = number - 1 }
    var request = request
    tracer.inject(span.context, into: &request.headers, using: HeaderInjector())
    let result: Result<Response, ConnectionError> = await ServiceContext.$current.withValue(span.context) {
      [request] in
      do throws(ConnectionError) {
        return .success(try await next(request))
      } catch {
        return .failure(error)
      }
    }
    span.end(with: result)
    return try result.get()
  }
}

extension Span {
  fileprivate func describe(_ request: Request) {
    attributes["http.request.method"] = request.httpMethod.rawValue
    attributes["url.full"] = request.redactedURL
    attributes["server.address"] = request.url.host() ?? ""
    if let port = request.url.port { attributes["server.port"] = port }
  }

  fileprivate func end(with result: Result<Response, ConnectionError>) {
    switch result {
    case .success(let response):
      attributes["http.response.status_code"] = response.statusCode
      if response.statusCode >= 400 {
        attributes["error.type"] = "\(response.statusCode)"
        setStatus(SpanStatus(code: .error))
      }
    case .failure(let error):
      attributes["error.type"] = error.type.description
      // NB: without the request, whose URL and headers a tracer might print.
      recordError(ConnectionError(error.type, nativeError: error.nativeError))
      setStatus(SpanStatus(code: .error))
    }
    end()
  }
}
