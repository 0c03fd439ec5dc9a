public import AbstractHTTP
import Foundation
public import HTTPTypes

extension HTTPRequest {
  /// Creates the head of a request.
  ///
  /// ```swift
  /// let head = try HTTPRequest(request)
  /// ```
  ///
  /// The head has no body, delivery, or context, and no fragment, user, and password of the URL. The `Content-Type` of
  /// the body becomes a field, unless the headers name one.
  ///
  /// - Throws: ``AbstractHTTP/InvalidRequest`` for a method or a header that can't be sent, and ``UnconvertibleHead``.
  public init(_ request: Request) throws {
    try request.validate()
    guard ["http", "https"].contains(request.url.scheme?.lowercased()), request.url.host()?.isEmpty == false else {
      throw UnconvertibleHead.url
    }
    guard let method = Method(request.httpMethod.rawValue) else { throw InvalidRequest.method(request.httpMethod) }
    var headers = request.headers
    if let type = request.body?.contentType, !headers.contains("Content-Type") { headers["Content-Type"] = type }
    self.init(method: method, url: request.url, headerFields: HTTPFields(headers))
  }
}

extension Request {
  /// Creates a request from a head and a body.
  ///
  /// ```swift
  /// let request = try Request(head, body: RequestBody(data))
  /// ```
  ///
  /// - Parameters:
  ///   - head: The head. The pseudo fields `:protocol` and the indexing of fields are lost.
  ///   - body: The body. Defaults to none.
  /// - Throws: ``UnconvertibleHead`` for a head without a URL, such as that of a `CONNECT` request or of `OPTIONS *`.
  public init(_ head: HTTPRequest, body: RequestBody? = nil) throws(UnconvertibleHead) {
    guard let url = head.url, ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      throw .target
    }
    self.init(
      url: url,
      httpMethod: HTTPMethod(head.method.rawValue),
      headers: HTTPHeaders(head.headerFields),
      body: body
    )
  }
}
