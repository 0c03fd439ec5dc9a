import Foundation

extension HTTPHeaders: ExpressibleByArrayLiteral {
  /// Creates headers from a literal of fields, in their order.
  ///
  /// ```swift
  /// let headers: HTTPHeaders = [.accept("application/json"), .authorization(bearerToken: "a1")]
  /// ```
  public init(arrayLiteral elements: Field...) { self.init(elements) }
}

/// Fields that many requests have.
extension HTTPHeaders.Field {
  /// `Accept`: the media types that the client wants, such as `application/json`.
  public static func accept(_ value: String) -> Self { Self(name: "Accept", value: value) }

  /// `Accept-Language`: the languages that the client wants, such as `de, en;q=0.5`.
  public static func acceptLanguage(_ value: String) -> Self { Self(name: "Accept-Language", value: value) }

  /// `Authorization`, as it is. ``Middleware/authorize(_:for:)`` and its kind keep it from other hosts by themselves.
  public static func authorization(_ value: String) -> Self { Self(name: "Authorization", value: value) }

  /// `Authorization` with a token: `Bearer a1` (RFC 6750 §2.1).
  public static func authorization(bearerToken: String) -> Self { authorization("Bearer " + bearerToken) }

  /// `Authorization` with a user and a password: `Basic YWRhOmtleQ==` (RFC 7617 §2).
  ///
  /// - Parameters:
  ///   - username: The user, without a colon: everything after the first colon would be taken for the password.
  ///   - password: The password.
  public static func authorization(username: String, password: String) -> Self {
    authorization("Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
  }

  /// `Content-Disposition`: how the content is to be handled, such as `attachment; filename="a.txt"`.
  public static func contentDisposition(_ value: String) -> Self { Self(name: "Content-Disposition", value: value) }

  /// `Content-Encoding`: how the content was compressed.
  public static func contentEncoding(_ value: String) -> Self { Self(name: "Content-Encoding", value: value) }

  /// `Content-Type`: the media type of the content.
  public static func contentType(_ value: String) -> Self { Self(name: "Content-Type", value: value) }

  /// `User-Agent`: the program that sends the request.
  public static func userAgent(_ value: String) -> Self { Self(name: "User-Agent", value: value) }
}
