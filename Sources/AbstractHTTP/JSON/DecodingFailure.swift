/// Where a JSON text isn't the model that was to be decoded from it, and why.
///
/// ``DecodingOptions`` puts it into each `DecodingError` as the underlying error. For a connection's error,
/// ``ConnectionError/decodingFailure`` is the short way.
///
/// ```swift
/// print(error.decodingFailure?.description ?? "")
/// // User.age must be Int, and is 1.5 at $.friends[1].age (line 3, column 9)
/// ```
public struct DecodingFailure: Error, Sendable {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// There is no such member or element.
    case missing
    /// The value is `null`.
    case null
    /// The value is of another type, or a number that doesn't fit.
    case wrongType(expected: String)
    /// The value is of the right type and can't be used. The text is that of the `DecodingError`.
    case invalidValue(String)
    /// The text isn't JSON from this place on.
    case notJSON(String)
    /// The text ends too early. The place is its end.
    case truncated
    /// The text is empty.
    case empty
    /// The text is an HTML document, of which the title is given.
    case html(title: String?)
    /// The text is an XML document.
    case xml
  }

  /// A place in the text.
  public struct Location: Sendable, Hashable {
    /// The offset in bytes, for a text in UTF-16 or UTF-32 that of the same text in UTF-8.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
  }

  /// What is wrong.
  public let reason: Reason
  /// The innermost model that could not be decoded, such as `User`; empty if its name isn't known.
  public let model: String
  /// The property that the model looked for, such as `address.city`; empty for the model itself.
  public let property: String
  /// The way to the value, by the names in the text.
  public let path: JSONPath
  /// Where the value begins; for a missing value, where the object or array begins that lacks it. `nil` if there is no text.
  public let location: Location?
  /// The error that the decoder threw.
  public let underlying: (any Error)?
  /// What stands at the place, with its secrets.
  let found: String
}

extension DecodingError {
  /// What the error tells, in any of its cases.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The error with the place, the model's name, and what was found.
  func explained(_ explain: (DecodingError) -> DecodingFailure) -> DecodingError {
    guard let context, !(context.underlyingError is DecodingFailure) else { return self }
    let failure = explain(self)
    let detailed = Context(
      codingPath: context.codingPath,
      debugDescription: "\(failure)",
      underlyingError: failure
    )
    switch self {
    case .typeMismatch(let type, _): return .typeMismatch(type, detailed)
    case .valueNotFound(let type, _): return .valueNotFound(type, detailed)
    case .keyNotFound(let key, _): return .keyNotFound(key, detailed)
    case .dataCorrupted: return .dataCorrupted(detailed)
    @unknown default: return self
    }
  }
}
