/// The parts of a cookie are invalid.
public struct InvalidCookie: AbstractHTTPError, Hashable {
  /// The reason why a cookie is invalid.
  public enum Reason: Sendable, Hashable {
    /// The name is empty, begins or ends with white space, or contains a `=`, a `;`, or a control character.
    case name
    /// The value begins or ends with white space, or contains a `;` or a control character.
    case value
    /// The name and the value together are longer than 4,096 bytes.
    case size
    /// The domain isn't a host name in ASCII or an address.
    case domain
    /// The domain is a public suffix, such as `co.uk`, where anyone can register a name, and the cookie isn't
    /// host-only.
    case publicSuffix
    /// The path doesn't begin with `/`, is longer than 1,024 bytes, or contains a `;` or a control character.
    case path
    /// The name begins with `__Secure-` or `__Host-`, and the cookie doesn't meet the requirements of the prefix (RFC
    /// 6265bis §4.1.3).
    case prefix
  }

  /// The reason why the cookie is invalid.
  public let reason: Reason

  /// A description of the reason, without the value.
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
