public import AbstractHTTP
public import Foundation

/// A request as it reached the server.
///
/// ```swift
/// server.on(.get, "/users/:id") { request in
///   .json(#"{"id": "\#(request.parameters["id"] ?? "")", "page": "\#(request.query["page"] ?? "1")"}"#)
/// }
/// ```
public struct ReceivedRequest: Sendable, Hashable {
  /// The method, as it was sent.
  public let method: HTTPMethod

  /// The target as it stood in the request line, nothing decoded: `/users/7?page=2`.
  public let target: String

  /// The headers, in the order and the case they came in. A value that isn't UTF-8 is read as ISO 8859-1.
  public let headers: HTTPHeaders

  /// The body, without the frame of its chunks; empty where there is none.
  public internal(set) var body = Data()

  /// The fields that came after a chunked body.
  public internal(set) var trailers: HTTPHeaders = [:]

  /// The parts of the path that the route's pattern names, decoded: `id` for `/users/:id`.
  public internal(set) var parameters: [String: String] = [:]

  /// The number of the connection that it came on; 1 is the server's first. Two requests with the same number shared one.
  public internal(set) var connection = 0

  /// Whether the client speaks HTTP/1.1, and not 1.0.
  let isHTTP11: Bool

  /// The path, decoded: `/users/7`. In an absolute target (`http://host/users/7`) it is the part after the host.
  public var path: String {
    let path = rawPath
    return path.contains("%") ? path.removingPercentEncoding ?? String(path) : String(path)
  }

  /// The parameters after the `?`, decoded.
  public var query: URLQuery {
    guard let mark = target.firstIndex(of: "?") else { return URLQuery() }
    return URLQuery(string: String(target[mark...]))
  }

  /// The body as UTF-8; what is none is replaced by U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  var rawPath: Substring {
    let target = target.prefix { $0 != "?" }
    guard let scheme = target.range(of: "://") else { return target }
    return target[scheme.upperBound...].drop { $0 != "/" }
  }

  /// Whether the connection is to stay open after the answer (RFC 9112 §9.3).
  var keepsAlive: Bool {
    let connection = headers["Connection"]?.lowercased()
    return isHTTP11 ? connection != "close" : connection == "keep-alive"
  }
}
