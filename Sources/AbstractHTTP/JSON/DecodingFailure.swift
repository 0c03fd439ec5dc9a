/// A description of where and why a JSON text doesn't match the model.
///
/// ``DecodingOptions`` adds it to each `DecodingError` as the underlying error. For a connection's error, use
/// ``ConnectionError/decodingFailure``.
///
/// ```swift
/// print(error.decodingFailure?.description ?? "")
/// // User.age must be Int, and is 1.5 at $.friends[1].age (line 3, column 9)
/// ```
public struct DecodingFailure: Error, Sendable {
  /// The reason for a failure.
  public enum Reason: Sendable, Hashable {
    /// The member or element doesn't exist.
    case missing
    /// The value is `null`.
    case null
    /// The value has another type, or is a number that doesn't fit.
    case wrongType(expected: String)
    /// The value has the right type, but can't be used. The text is that of the `DecodingError`.
    case invalidValue(String)
    /// The text isn't valid JSON from this location on.
    case notJSON(String)
    /// The text ends too early. The location is its end.
    case truncated
    /// The text is empty.
    case empty
    /// The text is an HTML document with this title.
    case html(title: String?)
    /// The text is an XML document.
    case xml
  }

  /// A location in the text.
  public struct Location: Sendable, Hashable {
    /// The offset in bytes. For a text in UTF-16 or UTF-32, the offset in the same text in UTF-8.
    public let offset: Int
    /// The line, starting at 1.
    public let line: Int
    /// The column in characters, starting at 1.
    public let column: Int
  }

  /// The reason for the failure.
  public let reason: Reason
  /// The innermost model that couldn't be decoded, such as `User`; empty if its name isn't known.
  public let model: String
  /// The property that the model looked for, such as `address.city`; empty for the model itself.
  public let property: String
  /// The path to the value, with the names in the text.
  public let path: JSONPath
  /// The start of the value. For a missing value, the start of the object or array that lacks it. `nil` without a text.
  public let location: Location?
  /// The error that the decoder threw.
  public let underlying: (any Error)?
  /// The text at the location, including its secrets.
  let found: String
}

extension DecodingError {
  /// The context of the error, in any of its cases.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// Returns the error with the location, the model's name, and the text that was found.
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
