/// Encodes keys and values for a URL's query.
///
/// Use ``DefaultURLEncoder``, or ``FormURLEncoder`` to encode a space as `+`. For a server with other rules, write your
/// own.
public protocol URLEncoder: Sendable {
  /// Encodes a key or a value.
  func encode(_ text: String) -> String
}

/// Encodes every byte of the UTF-8 text except the unreserved characters of RFC 3986 §2.3: letters, digits, and `-._~`.
///
/// ```swift
/// DefaultURLEncoder().encode("a+b=ü&")   // a%2Bb%3D%C3%BC%26
/// ```
public struct DefaultURLEncoder: URLEncoder {
  /// Creates an encoder.
  public init() {}

  /// Encodes a key or a value.
  public func encode(_ text: String) -> String {
    PercentEncoding.encode(text, leaving: PercentEncoding.isUnreserved)
  }
}
