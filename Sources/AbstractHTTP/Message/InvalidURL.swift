/// Why a text cannot be used as the URL of a request.
public struct InvalidURL: AbstractHTTPError, Hashable {
  /// What is wrong with it.
  public enum Reason: Sendable, Hashable {
    /// It is empty.
    case empty
    /// It does not begin with `http://` or `https://`.
    case notHTTP
    /// It has a control character in it, such as a line break.
    case controlCharacter
    /// It begins or ends with white space.
    case surroundingSpace
    /// It has no host, or one that is not a name or an address, or an address that libraries read in different ways, such
    /// as `0x7f.1`: only four decimal numbers (`127.0.0.1`) and IPv6 in brackets are accepted.
    case host
    /// Its port is not a number from 0 to 65535.
    case port
    /// A `%` in it is not followed by two hexadecimal digits, so that nobody can say what was meant.
    case percent
    /// A segment of its path is `.` or `..`, which whoever normalises the URL would take away (RFC 3986 §5.2.4).
    case dotSegment
  }

  /// The text, without the user's password and other secrets.
  public let url: String
  /// What is wrong with it.
  public let reason: Reason

  /// What is wrong, in words.
  public var description: String {
    let words =
      switch reason {
      case .empty: "it is empty"
      case .notHTTP: "it does not begin with http:// or https://"
      case .controlCharacter: "it has a control character in it"
      case .surroundingSpace: "it begins or ends with white space"
      case .host: "its host is missing, malformed, or a number that is not an address like 127.0.0.1"
      case .port: "its port is not a number from 0 to 65535"
      case .percent: "a % in it is not followed by two hexadecimal digits; write %25 for a percent sign"
      case .dotSegment: "a segment of its path is . or .., which would lead elsewhere"
      }
    return "the URL \(url.debugDescription) cannot be used: \(words)"
  }
}

extension InvalidURL {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
