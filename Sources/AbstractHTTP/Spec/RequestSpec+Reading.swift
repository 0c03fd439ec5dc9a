import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads a spec: its requirements, and members with the same name and an equivalent type.
extension RequestSpec {
  /// Returns the method.
  ///
  /// - Throws: ``UnreadMember`` if the spec declares a `method` with a different value.
  func writtenMethod() throws -> HTTPMethod {
    var written: HTTPMethod = httpMethod
    if _HTTPMethod.self != HTTPMethod.self, _HTTPMethod.self != _NotWritten.self {
      switch unwrapped(httpMethod as _HTTPMethod) {
      case nil: break
      case let text as String: written = HTTPMethod(text)
      case let other as HTTPMethod: written = other
      default: throw unread("httpMethod", _HTTPMethod.self, "write HTTPMethod")
      }
    }
    if Self._isTarget, _Method.self == String.self { throw unread("method", String.self, "write HTTPMethod") }
    guard _Method.self == HTTPMethod.self else { return written }
    guard (method as _Method) as? HTTPMethod == written else {
      throw unread("method", _Method.self, "a spec names its method httpMethod, and a target method")
    }
    return written
  }

  /// Returns the headers: those of the requirement, and those of a dictionary.
  func writtenHeaders() throws -> HTTPHeaders {
    let written: HTTPHeaders = headers
    guard _Headers.self != HTTPHeaders.self, _Headers.self != _NotWritten.self else { return written }
    switch unwrapped(headers as _Headers) {
    case nil: return written
    case let fields as HTTPHeaders: return written.merging(fields)
    case let fields as [String: String]: return written.merging(HTTPHeaders(fields))
    case let fields as [String: String?]: return written.merging(HTTPHeaders(fields.compactMapValues { $0 }))
    default: throw unread("headers", _Headers.self, "write HTTPHeaders")
    }
  }

  /// Returns the parameters of the query.
  func writtenQuery() throws -> URLQuery? {
    let written: URLQuery? = try urlQuery
    guard _URLQuery.self != URLQuery?.self, _URLQuery.self != _NotWritten.self else { return written }
    switch try unwrapped(urlQuery as _URLQuery) {
    case nil: return written
    case let query as URLQuery: return query
    case let query as [KeyValue]: return URLQuery(query)
    case let query as [String: String?]:
      return URLQuery(query.sorted { $0.key < $1.key }.map { KeyValue($0.key, $0.value) })
    default: throw unread("urlQuery", _URLQuery.self, "write URLQuery?")
    }
  }

  /// Returns the body, from a method `body()` or a property `body`.
  ///
  /// - Parameter isOwn: Whether a property of another type is ignored, because it belongs to the spec.
  func writtenBody(isOwn: Bool = false) throws -> RequestBody? {
    if let data = try body() as Data? { return RequestBody(data) }
    if let body = try body() as RequestBody? { return body }
    guard _Body.self != _NotWritten.self else { return nil }
    switch try unwrapped(body as _Body) {
    case nil: return nil
    case let data as Data: return RequestBody(data)
    case let body as RequestBody: return body
    case let form as MultipartFormData: return try form.content()
    case _ where isOwn: return nil
    default: throw unread("body", _Body.self, "write func body() throws -> Data?, or content()")
    }
  }

  /// Returns the destination, from the requirement or a property that isn't optional.
  func writtenDestination() -> DownloadDestination? {
    let written: DownloadDestination? = destination
    guard written == nil, _Destination.self == DownloadDestination.self else { return written }
    return (destination as _Destination) as? DownloadDestination
  }

  /// Returns the timeout, from the requirement, or a number or a duration that isn't optional.
  func writtenTimeout() throws -> TimeInterval? {
    let written: TimeInterval? = timeoutInterval
    guard _TimeoutInterval.self != TimeInterval?.self, _TimeoutInterval.self != _NotWritten.self else { return written }
    switch unwrapped(timeoutInterval as _TimeoutInterval) {
    case nil: return written
    case let seconds as TimeInterval: return seconds
    case let seconds as Int: return TimeInterval(seconds)
    case let duration as Duration: return duration / .seconds(1)
    default: throw unread("timeoutInterval", _TimeoutInterval.self, "write TimeInterval?, in seconds")
    }
  }

  /// Returns the cache policy, from the requirement or a property that isn't optional.
  func writtenCachePolicy() throws -> URLRequest.CachePolicy? {
    let written: URLRequest.CachePolicy? = cachePolicy
    guard _CachePolicy.self != URLRequest.CachePolicy?.self, _CachePolicy.self != _NotWritten.self else {
      return written
    }
    switch unwrapped(cachePolicy as _CachePolicy) {
    case nil: return written
    case let policy as URLRequest.CachePolicy: return policy
    default: throw unread("cachePolicy", _CachePolicy.self, "write URLRequest.CachePolicy?, or give it another name")
    }
  }

  /// Rejects `parameters` of a spec that sends nothing, because only targets have parameters.
  func refuseUnsentParameters(of request: Request, query: URLQuery?) throws {
    guard !Self._isTarget, _Parameters.self != _NotWritten.self, query == nil, request.body == nil else { return }
    guard let dictionary = unwrapped(parameters as _Parameters) as? [String: Any], !dictionary.isEmpty else { return }
    throw unread("parameters", _Parameters.self, "a spec sends urlQuery and body(), only a target has parameters")
  }

  private func unread(_ member: String, _ type: Any.Type, _ advice: String) -> UnreadMember {
    UnreadMember(Self.self, member, type, advice)
  }
}

/// Returns the value, unwrapped if it is an optional.
func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any AnyOptional else { return value }
  return optional.wrapped
}

private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { map { $0 } }
}
