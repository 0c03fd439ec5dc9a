import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is read of a spec: its requirements, and the members of the same names that say the same with another type.
extension RequestSpec {
  /// The method.
  ///
  /// - Throws: ``UnreadMember`` if the spec has a `method` of its own that says something else.
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

  /// The headers: those of the requirement, and those of a dictionary.
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

  /// The parameters of the query.
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

  /// The body: of a method `body()`, or of a property `body`.
  ///
  /// - Parameter isOwn: Whether a property of another type is the spec's own affair.
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

  /// The destination: of the requirement, or a property that isn't optional.
  func writtenDestination() -> DownloadDestination? {
    let written: DownloadDestination? = destination
    guard written == nil, _Destination.self == DownloadDestination.self else { return written }
    return (destination as _Destination) as? DownloadDestination
  }

  /// The timeout: of the requirement, or a number or a duration that isn't optional.
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

  /// The cache policy: of the requirement, or a property that isn't optional.
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

  /// Refuses `parameters` of a spec that sends nothing, since only targets have them.
  func refuseUnsentParameters(of request: Request, query: URLQuery?) throws {
    guard !Self._isTarget, _Parameters.self != _NotWritten.self, query == nil, request.body == nil else { return }
    guard let dictionary = unwrapped(parameters as _Parameters) as? [String: Any], !dictionary.isEmpty else { return }
    throw unread("parameters", _Parameters.self, "a spec sends urlQuery and body(), only a target has parameters")
  }

  private func unread(_ member: String, _ type: Any.Type, _ advice: String) -> UnreadMember {
    UnreadMember(Self.self, member, type, advice)
  }
}

/// The value, or what is in it if it's an optional.
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
