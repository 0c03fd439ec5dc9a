/// Which responses of a target are valid.
///
/// ```swift
/// var validationType: ValidationType { .all([.successCodes, .contentType(["application/json", "text/*"])]) }
/// ```
///
/// An invalid response fails with `.invalidResponse`, and a ``Rejection`` with the reason.
public enum ValidationType: Sendable, Hashable {
  /// Accepts all responses.
  case none
  /// Accepts responses with status 200 to 299.
  case successCodes
  /// Accepts responses with status 200 to 399.
  case successAndRedirectCodes
  /// Accepts responses with one of these statuses.
  case customCodes([Int])
  /// Accepts responses with a status in this range, such as `200..<300`.
  case statusCodes(Range<Int>)
  /// Accepts responses with one of these types, in which `*` matches any: `image/*`, `*/*`. Parameters, such as
  /// `charset`, don't matter, nor does the type of a response without a body. A response that doesn't declare its type
  /// is only accepted by `*/*`.
  case contentType([String])
  /// Accepts responses that all of these accept.
  indirect case all([ValidationType])

  /// Throws if a response isn't valid.
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
  /// Accepts responses with a status in this range, such as `200...204`.
  public static func statusCodes(_ codes: ClosedRange<Int>) -> ValidationType {
    // NB: a range can't exceed the greatest number, which isn't a status.
    .statusCodes(codes.lowerBound..<max(codes.lowerBound, min(codes.upperBound, .max - 1) + 1))
  }
}
