#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Request {
  /// Creates a request from a `URLRequest`.
  ///
  /// ```swift
  /// var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
  /// urlRequest.setValue("application/json", forHTTPHeaderField: "Accept")
  /// let request = try Request(urlRequest)
  /// ```
  ///
  /// The address, the method, the headers, and the body are copied. So are the cache policy, as ``cachePolicy``, and
  /// the timeout, as ``timeoutInterval``, unless it is the default of 60 seconds. ``DefaultHTTPConnector`` honors
  /// `httpShouldHandleCookies`. With a connector that doesn't list ``ConnectorCapability/cookieFlag``, a request that
  /// turns it off fails. A body stream can be sent once, with the length of a `Content-Length` header, or in chunks
  /// without one.
  ///
  /// Hints that don't change the result, such as `networkServiceType` and `mainDocumentURL`, are ignored.
  ///
  /// - Throws: ``ConnectionError`` of type `.invalidURL` (with ``InvalidURL``) or `.invalidRequest` (with
  ///   ``InvalidRequest``, or ``UnsupportedURLRequest`` for an unsupported property).
  public init(_ urlRequest: URLRequest) throws(ConnectionError) {
    do {
      try urlRequest.checkRestrictions()
      self.init(
        url: try URL(http: urlRequest.url?.absoluteString ?? ""),
        httpMethod: HTTPMethod(urlRequest.httpMethod ?? "GET"),
        headers: HTTPHeaders(urlRequest.allHTTPHeaderFields ?? [:]),
        body: try urlRequest.requestBody()
      )
      takeSettings(of: urlRequest)
      try validate()
    } catch let error as InvalidURL {
      throw ConnectionError(.invalidURL, nativeError: error)
    } catch {
      throw ConnectionError(.invalidRequest, thrown: error)
    }
  }

  /// The default timeout of every `URLRequest`, which doesn't indicate a choice.
  private static let standardTimeout: TimeInterval = 60

  private mutating func takeSettings(of urlRequest: URLRequest) {
    if urlRequest.timeoutInterval != Self.standardTimeout { timeoutInterval = urlRequest.timeoutInterval }
    if urlRequest.cachePolicy != .useProtocolCachePolicy { cachePolicy = urlRequest.cachePolicy }
    if !urlRequest.httpShouldHandleCookies { context[OmitsCookiesKey.self] = true }
  }

  private func applySettings(to urlRequest: inout URLRequest) {
    if let timeoutInterval { urlRequest.timeoutInterval = timeoutInterval }
    if let cachePolicy { urlRequest.cachePolicy = cachePolicy }
    if context[OmitsCookiesKey.self] == true { urlRequest.httpShouldHandleCookies = false }
  }

  /// Returns the request as a `URLRequest`, for code that needs one.
  ///
  /// Files and streams become an `httpBodyStream`, and their length, if it is known, becomes a `Content-Length` header.
  /// A body that code writes can't be converted. ``destination`` and ``context`` have no counterpart in a `URLRequest`.
  /// The result contains all secrets of the request.
  ///
  /// - Throws: ``ConnectionError`` of type `.invalidRequest`, with ``UnsupportedURLRequest`` for a body of several
  ///   segments that aren't all in memory, or the error of a stream that can't be opened.
  public func urlRequest() throws(ConnectionError) -> URLRequest {
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = httpMethod.rawValue
    for field in headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
    if let type = body?.contentType, !headers.contains("Content-Type") {
      urlRequest.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    applySettings(to: &urlRequest)
    do {
      if let body { try urlRequest.carry(body) }
    } catch {
      throw ConnectionError(.invalidRequest, thrown: error).carrying(self)
    }
    return urlRequest
  }
}

/// The error of a `URLRequest` with a property that a ``Request`` doesn't support, or vice versa.
///
/// It is the ``ConnectionError/nativeError`` of an `.invalidRequest` error. The request wasn't sent.
public struct UnsupportedURLRequest: AbstractHTTPError, Hashable {
  /// The unsupported property of `URLRequest`, such as `httpBodyStream`.
  public let property: String

  /// A description of the error.
  public let description: String

  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}

/// Whether the transport neither sends nor stores cookies for a request.
enum OmitsCookiesKey: RequestContextKey { typealias Value = Bool }
