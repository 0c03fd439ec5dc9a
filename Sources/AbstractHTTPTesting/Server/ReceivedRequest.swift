public import AbstractHTTP
public import Foundation

/// A request as received by the server.
///
/// ```swift
/// server.on(.get, "/users/:id") { request in
///   .json(#"{"id": "\#(request.parameters["id"] ?? "")", "page": "\#(request.query["page"] ?? "1")"}"#)
/// }
/// ```
public struct ReceivedRequest: Sendable, Hashable {
  /// The method, in its original case.
  public let method: HTTPMethod

  /// The undecoded target of the request line: `/users/7?page=2`.
  public let target: String

  /// The headers, in their original order and case. A value that isn't UTF-8 is read as ISO 8859-1.
  public let headers: HTTPHeaders

  /// The body, without chunk framing; empty if there is none.
  public internal(set) var body = Data()

  /// The fields after a chunked body.
  public internal(set) var trailers: HTTPHeaders = [:]

  /// The decoded parts of the path that the route's pattern names: `id` for `/users/:id`.
  public internal(set) var parameters: [String: String] = [:]

  /// The number of its connection, starting at 1. Two requests with the same number shared a connection.
  public internal(set) var connection = 0

  /// Whether the client uses HTTP/1.1 instead of 1.0.
  let isHTTP11: Bool

  /// The decoded path: `/users/7`. In an absolute target (`http://host/users/7`), the part after the host.
  public var path: String {
    let path = rawPath
    return path.contains("%") ? path.removingPercentEncoding ?? String(path) : String(path)
  }

  /// The decoded parameters after the `?`.
  public var query: URLQuery {
    guard let mark = target.firstIndex(of: "?") else { return URLQuery() }
    return URLQuery(string: String(target[mark...]))
  }

  /// The body as UTF-8. Invalid bytes are replaced with U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  var rawPath: Substring {
    let target = target.prefix { $0 != "?" }
    guard let scheme = target.range(of: "://") else { return target }
    return target[scheme.upperBound...].drop { $0 != "/" }
  }

  /// Whether the connection stays open after the response (RFC 9112 §9.3).
  var keepsAlive: Bool {
    let connection = headers["Connection"]?.lowercased()
    return isHTTP11 ? connection != "close" : connection == "keep-alive"
  }
}
