public import Foundation

/// Why a ``MultipartFormData`` makes no body.
public enum InvalidMultipart: AbstractHTTPError, Hashable {
  /// The boundary is not what RFC 2046 §5.1.1 allows.
  case boundary(String)
  /// The boundary occurs in the data of a part.
  case boundaryOccurs(part: String)
  /// The name of a part's header is not a token, or is one that the form writes itself.
  case headerName(String, part: String)
  /// The value of a part's header, or its MIME type, is empty or has a control character in it.
  case headerValue(name: String, part: String)
  /// What a part is to be read from is no file: a socket, a pipe, or an address elsewhere.
  case notFile(URL, part: String)
  /// A stream declares less than no bytes, or all parts together more than 64 bits can count.
  case length(part: String)

  /// What is wrong, in words; for a developer.
  public var description: String {
    switch self {
    case .boundary(let boundary): "the boundary \(boundary.debugDescription) is not allowed"
    case .boundaryOccurs(let part): "the boundary occurs in the data of the part \(part.debugDescription)"
    // NB: what stands after a colon is a value that got into the name, and may be a secret.
    case .headerName(let name, let part):
      "the part \(part.debugDescription) cannot have the header \(name.prefix { $0 != ":" }.debugDescription)"
    case .headerValue(let name, let part): "the header \(name) of the part \(part.debugDescription) cannot be written"
    case .notFile(let url, let part): "\(Redaction.text(of: url)), the part \(part.debugDescription), is not a file"
    case .length(let part): "the length of the part \(part.debugDescription) is none, or makes the body too long"
    }
  }
}

extension InvalidMultipart {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
