/// The error of a text that can't be used as the URL of a request.
public struct InvalidURL: AbstractHTTPError, Hashable {
  /// The reason why a text isn't a valid URL.
  public enum Reason: Sendable, Hashable {
    /// The text is empty.
    case empty
    /// The text doesn't begin with `http://` or `https://`.
    case notHTTP
    /// The text contains a control character, such as a line break.
    case controlCharacter
    /// The text begins or ends with white space.
    case surroundingSpace
    /// The URL has no valid host, or a host that libraries interpret differently, such as `0x7f.1`: as addresses, only
    /// four decimal numbers (`127.0.0.1`) and IPv6 in brackets are accepted.
    case host
    /// The port isn't a number from 0 to 65535.
    case port
    /// A `%` isn't followed by two hexadecimal digits, which makes the URL ambiguous.
    case percent
    /// A segment of the path is `.` or `..`, which normalization would remove (RFC 3986 §5.2.4).
    case dotSegment
  }

  /// The text, without the user's password and other secrets.
  public let url: String
  /// The reason.
  public let reason: Reason

  /// A description of the reason.
  public var description: String {
    let words =
      switch reason {
      case .empty: "it is empty"
      case .notHTTP: "it does not begin with http:// or https://"
      case .controlCharacter: "it contains a control character"
      case .surroundingSpace: "it begins or ends with white space"
      case .host: "its host is missing, malformed, or a number that is not an address like 127.0.0.1"
      case .port: "its port is not a number from 0 to 65535"
      case .percent: "a % in it is not followed by two hexadecimal digits; write %25 for a percent sign"
      case .dotSegment: "a segment of its path is . or .., which normalization would remove"
      }
    return "the URL \(url.debugDescription) cannot be used: \(words)"
  }
}

extension InvalidURL {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
