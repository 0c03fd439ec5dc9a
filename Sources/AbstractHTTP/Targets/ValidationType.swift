/// Which responses of a target are valid.
///
/// ```swift
/// var validationType: ValidationType { .all([.successCodes, .contentType(["application/json", "text/*"])]) }
/// ```
///
/// A response that is not fails with `.invalidResponse`, and a ``Rejection`` that says why.
public enum ValidationType: Sendable, Hashable {
  /// All.
  case none
  /// Those of status 200 to 299.
  case successCodes
  /// Those of status 200 to 399.
  case successAndRedirectCodes
  /// Those of one of these statuses.
  case customCodes([Int])
  /// Those of one of these types, where `*` stands for any: `image/*`, `*/*`. Parameters, such as `charset`, do not matter, nor does
  /// the type of a response without a body; one that does not say its type is accepted by `*/*` alone.
  case contentType([String])
  /// Those that all of these accept.
  indirect case all([ValidationType])

  /// Lets a response through if it is valid.
  ///
  /// - Throws: ``Rejection``.
  public func validate(_ response: Response) throws(Rejection) {
    if let rejection = rejection(of: response) { throw rejection }
  }

  func rejection(of response: Response) -> Rejection? {
    switch self {
    case .none: nil
    case .successCodes: 200..<300 ~= response.statusCode ? nil : Rejection(invalid: response)
    case .successAndRedirectCodes: 200..<400 ~= response.statusCode ? nil : Rejection(invalid: response)
    case .customCodes(let codes): codes.contains(response.statusCode) ? nil : Rejection(invalid: response)
    case .contentType(let accepted): Self.rejection(of: response, accepting: accepted)
    case .all(let types): Self.firstRejection(of: response, by: types)
    }
  }

  private static func firstRejection(of response: Response, by types: [ValidationType]) -> Rejection? {
    for type in types {
      if let rejection = type.rejection(of: response) { return rejection }
    }
    return nil
  }

  private static func rejection(of response: Response, accepting accepted: [String]) -> Rejection? {
    guard !response.data.isEmpty || response.file != nil else { return nil }
    let type = response.headers["Content-Type"]
    guard !accepted.contains(where: { MediaRange($0).contains(type.map(MediaRange.init)) }) else { return nil }
    let reason = "content type \(type ?? "unknown"), not \(accepted.joined(separator: ", "))"
    return Rejection(by: "validate", because: reason)
  }
}

/// A media type or a range of them, without its parameters (RFC 9110 §12.5.1).
private struct MediaRange {
  private let parts: [Substring]

  init(_ text: String) {
    let essence = text.utf8.prefix { $0 != UInt8(ascii: ";") }
    parts = HTTPToken.trimmed(String(Substring(essence))).lowercased().split(separator: "/", maxSplits: 1)
  }

  func contains(_ type: MediaRange?) -> Bool {
    guard let type else { return parts == ["*", "*"] }
    return parts.count == type.parts.count && zip(parts, type.parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
