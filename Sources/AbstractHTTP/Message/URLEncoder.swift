/// Encodes keys and values so that they can stand in a URL's query.
///
/// Use ``DefaultURLEncoder``; ``FormURLEncoder`` for `+` for a space; or write your own for a server with other rules.
public protocol URLEncoder: Sendable {
  /// Encodes one key or one value.
  func encode(_ text: String) -> String
}

/// Encodes every byte of the UTF-8 text but the unreserved characters of RFC 3986 §2.3: letters, digits, `-._~`.
///
/// ```swift
/// DefaultURLEncoder().encode("a+b=ü&")   // a%2Bb%3D%C3%BC%26
/// ```
public struct DefaultURLEncoder: URLEncoder {
  /// Makes the encoder.
  public init() {}

  /// Encodes one key or one value.
  public func encode(_ text: String) -> String {
    PercentEncoding.encode(text, leaving: PercentEncoding.isUnreserved)
  }
}
