/// Why parts cannot be a cookie.
public struct InvalidCookie: AbstractHTTPError, Hashable {
  /// What is wrong with them.
  public enum Reason: Sendable, Hashable {
    /// The name is empty, begins or ends with white space, or has a `=`, a `;` or a control character in it.
    case name
    /// The value begins or ends with white space, or has a `;` or a control character in it.
    case value
    /// The name and the value are longer than 4,096 bytes together.
    case size
    /// The domain isn't a host name in ASCII or an address.
    case domain
    /// The domain is one under which anybody can register a name, such as `co.uk`, and the cookie isn't host-only.
    case publicSuffix
    /// The path doesn't begin with `/`, is longer than 1,024 bytes, or has a `;` or a control character in it.
    case path
    /// The name begins with `__Secure-` or `__Host-`, and the cookie isn't what that promises (RFC 6265bis §4.1.3).
    case prefix
  }

  /// What is wrong.
  public let reason: Reason

  /// What is wrong, in words, without the value.
  public var description: String {
    let words =
      switch reason {
      case .name: "its name is empty, or has white space around it, or a =, a ; or a control character in it"
      case .value: "its value has white space around it, or a ; or a control character in it"
      case .size: "its name and its value are longer than \(Cookie.sizeLimit) bytes together"
      case .domain: "its domain isn't a host name in ASCII or an address"
      case .publicSuffix: "its domain is a public suffix, and it isn't host-only"
      case .path: "its path doesn't begin with /, is too long, or has a ; or a control character in it"
      case .prefix: "it isn't what the prefix of its name promises"
      }
    return "the cookie cannot be used: \(words)"
  }
}
