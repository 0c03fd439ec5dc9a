/// What the library calls itself (RFC 9110 §10.1.5), where a request names no `User-Agent`.
enum UserAgent {
  static let `default` = "AbstractHTTP"
}
