/// The reason why the head of a request or a response has no counterpart.
public enum UnconvertibleHead: Error, Hashable {
  /// The URL has no host, or isn't `http` or `https`.
  case url
  /// The head has no scheme, authority, or path that make an `http` or `https` URL, such as that of a `CONNECT` request.
  case target
  /// The status isn't a number from 0 to 999.
  case status(Int)
}

extension UnconvertibleHead: CustomStringConvertible {
  /// A description of the reason.
  public var description: String {
    switch self {
    case .url: "the URL has no host, or isn't http or https"
    case .target: "the scheme, authority, and path don't make an http or https URL"
    case .status(let code): "the status \(code) isn't a number from 0 to 999"
    }
  }
}
