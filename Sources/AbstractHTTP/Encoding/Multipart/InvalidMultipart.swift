public import Foundation

/// The reason why a ``MultipartFormData`` can't create a body.
public enum InvalidMultipart: AbstractHTTPError, Hashable {
  /// RFC 2046 §5.1.1 doesn't allow the boundary.
  case boundary(String)
  /// The boundary occurs in the data of a part.
  case boundaryOccurs(part: String)
  /// The name of a part's header isn't a token, or is one that the form writes itself.
  case headerName(String, part: String)
  /// The value of a part's header, or its MIME type, is empty or contains a control character.
  case headerValue(name: String, part: String)
  /// The URL of a part isn't a regular file, but a socket, a pipe, or a remote address.
  case notFile(URL, part: String)
  /// A stream declares a negative length, or the total length exceeds 64 bits.
  case length(part: String)

  /// A description of the reason, for developers.
  public var description: String {
    switch self {
    case .boundary(let boundary): "the boundary \(boundary.debugDescription) is not allowed"
    case .boundaryOccurs(let part): "the boundary occurs in the data of the part \(part.debugDescription)"
    // NB: text after a colon is a value that got into the name, and may be secret.
    case .headerName(let name, let part):
      "the part \(part.debugDescription) cannot have the header \(name.prefix { $0 != ":" }.debugDescription)"
    case .headerValue(let name, let part): "the header \(name) of the part \(part.debugDescription) cannot be written"
    case .notFile(let url, let part): "\(Redaction.text(of: url)), the part \(part.debugDescription), is not a file"
    case .length(let part): "the length of the part \(part.debugDescription) is negative, or makes the body too long"
    }
  }
}

extension InvalidMultipart {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
