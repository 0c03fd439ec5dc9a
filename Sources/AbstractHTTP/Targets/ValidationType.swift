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
  /// Those of a status in this range, such as `200..<300`.
  case statusCodes(Range<Int>)
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
    case .statusCodes(let codes): codes.contains(response.statusCode) ? nil : Rejection(invalid: response)
    case .contentType(let accepted): response.rejection(accepting: accepted)
    case .all(let types): Self.firstRejection(of: response, by: types)
    }
  }

  private static func firstRejection(of response: Response, by types: [ValidationType]) -> Rejection? {
    for type in types {
      if let rejection = type.rejection(of: response) { return rejection }
    }
    return nil
  }
}

extension ValidationType {
  /// Those of a status in this range, such as `200...204`.
  public static func statusCodes(_ codes: ClosedRange<Int>) -> ValidationType {
    // NB: a range can't go beyond the greatest number, which is no status.
    .statusCodes(codes.lowerBound..<max(codes.lowerBound, min(codes.upperBound, .max - 1) + 1))
  }
}
