public import Foundation

/// An error of this library.
///
/// Its `localizedDescription` is a sentence for a person, from the table ``ErrorMessages``. Its `description`, which is also
/// the `failureReason`, says what is wrong to a developer, in English and without secrets.
///
/// ```swift
/// label.text = error.localizedDescription          // The server took too long to answer. Try again later.
/// logger.error("\(error)")                         // network: GET https://example.com/: the call timed out after 60s, …
/// ```
public protocol AbstractHTTPError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// The sentence for a person.
  var message: ErrorMessages.Key { get }

  /// The error that caused this one; `nil` if there is none.
  var underlying: (any Error)? { get }
}

extension AbstractHTTPError {
  /// ``ErrorMessages/Key/failed`` by default.
  public var message: ErrorMessages.Key { .failed }

  /// `nil` by default.
  public var underlying: (any Error)? { nil }

  /// The sentence for a person, in one of the languages that the system prefers.
  public var errorDescription: String? { ErrorMessages.current.text(of: self) }

  /// What is wrong, for a developer.
  public var failureReason: String? { description }

  /// `nil` by default.
  public var recoverySuggestion: String? { nil }

  /// `nil` by default.
  public var helpAnchor: String? { nil }

  /// `AbstractHTTP` and the name of the type, such as `AbstractHTTP.InvalidURL`.
  public static var errorDomain: String { "AbstractHTTP.\(Self.self)" }

  /// Always 1, except for a ``ConnectionError``.
  public var errorCode: Int { 1 }

  /// The texts, and the underlying error.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: description]
    info[NSLocalizedDescriptionKey] = errorDescription
    info[NSUnderlyingErrorKey] = underlying
    return info
  }
}

extension AbstractHTTPError {
  /// Finds an error of a type among this one, its cause, that one's cause, and so on.
  ///
  /// ```swift
  /// if let refused = error.cause(as: LoginRefused.self) { print(refused.reason) }
  /// ```
  public func cause<Cause: Error>(as type: Cause.Type) -> Cause? {
    var next: (any Error)? = self
    // A chain of causes could go round in circles.
    for _ in 0..<32 {
      if let found = next as? Cause { return found }
      next = next.flatMap(Self.cause)
    }
    return nil
  }

  private static func cause(of error: any Error) -> (any Error)? {
    switch error {
    case let error as any AbstractHTTPError: error.underlying
    case let error as DecodingError: error.context?.underlyingError
    default: type(of: error) is NSError.Type ? (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error : nil
    }
  }
}
