/// The method of a request, an open set of tokens.
///
/// Methods are case-sensitive (RFC 9110 §9.1). One that is not a token, with a space or a line break in it, makes a
/// request fail with `.invalidRequest`; it is never sent.
///
/// ```swift
/// let method: HTTPMethod = .patch
/// let purge = HTTPMethod("PURGE")
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The token as it is sent.
  public let rawValue: String

  /// Makes a method of a token.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a method of a token.
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
  /// `CONNECT` (RFC 9110 §9.3.6), for proxies; ``DefaultHTTPConnector`` refuses it.
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
  /// The methods whose requests may be sent twice (RFC 9110 §9.2.2).
  static let idempotent: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete, .query]

  /// Whether sending a request twice has the effect of sending it once (RFC 9110 §9.2.2).
  var isIdempotent: Bool { Self.idempotent.contains(self) }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}
