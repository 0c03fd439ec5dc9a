public import AbstractHTTP
public import Foundation
public import HTTPTypes

extension HTTPResponse {
  /// Creates the head of a response.
  ///
  /// ```swift
  /// let head = try HTTPResponse(response)
  /// ```
  ///
  /// The head has no body, URL, or trailers. Its reason phrase is the standard one, because responses don't keep the
  /// server's.
  ///
  /// - Throws: ``UnconvertibleHead`` for a status below 0 or above 999.
  public init(_ response: Response) throws(UnconvertibleHead) {
    guard 0...999 ~= response.statusCode else { throw .status(response.statusCode) }
    self.init(status: .init(code: response.statusCode), headerFields: HTTPFields(response.headers))
  }
}

extension Response {
  /// Creates a response from a head and a body. The reason phrase is lost.
  ///
  /// ```swift
  /// let response = Response(head, data: body, url: url)
  /// ```
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - data: The body. Defaults to empty data.
  ///   - url: The address of the response. Defaults to `nil`.
  public init(_ head: HTTPResponse, data: Data = Data(), url: URL? = nil) {
    self.init(statusCode: head.status.code, headers: HTTPHeaders(head.headerFields), data: data, url: url)
  }
}
