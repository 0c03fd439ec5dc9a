/// The method of a request. You can create methods from any token.
///
/// Methods are case-sensitive (RFC 9110 §9.1). A method that isn't a token, such as one with a space or a line break,
/// is never sent: the request fails with `.invalidRequest`.
///
/// ```swift
/// let method: HTTPMethod = .patch
/// let purge = HTTPMethod("PURGE")
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The token as it is sent.
  public let rawValue: String

  /// Creates a method from a token.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a method from a token.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// `GET` (RFC 9110 §9.3.1).
  public static let get = HTTPMethod("GET")
  /// `HEAD` (RFC 9110 §9.3.2).
  public static let head = HTTPMethod("HEAD")
  /// `POST` (RFC 9110 §9.3.3).
  public static let post = HTTPMethod("POST")
  /// `PUT` (RFC 9110 §9.3.4).
  public static let put = HTTPMethod("PUT")
  /// `DELETE` (RFC 9110 §9.3.5).
  public static let delete = HTTPMethod("DELETE")
  /// `CONNECT` (RFC 9110 §9.3.6), for proxies. ``DefaultHTTPConnector`` rejects it.
  public static let connect = HTTPMethod("CONNECT")
  /// `OPTIONS` (RFC 9110 §9.3.7).
  public static let options = HTTPMethod("OPTIONS")
  /// `TRACE` (RFC 9110 §9.3.8).
  public static let trace = HTTPMethod("TRACE")
  /// `PATCH` (RFC 5789).
  public static let patch = HTTPMethod("PATCH")
  /// `QUERY`: a safe method with a body (draft-ietf-httpbis-safe-method-w-body).
  public static let query = HTTPMethod("QUERY")
}

extension HTTPMethod {
  /// The idempotent methods, whose requests may be sent twice (RFC 9110 §9.2.2).
  static let idempotent: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete, .query]

  /// Whether sending a request twice has the same effect as sending it once (RFC 9110 §9.2.2).
  var isIdempotent: Bool { Self.idempotent.contains(self) }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}
