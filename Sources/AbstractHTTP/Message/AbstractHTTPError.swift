public import Foundation

/// An error defined by this library.
///
/// Its `localizedDescription` is a sentence for the user, from ``ErrorMessages``. Its `description`, which is also the
/// `failureReason`, describes the error for developers, in English and without secrets.
///
/// ```swift
/// label.text = error.localizedDescription          // The server took too long to answer. Try again later.
/// logger.error("\(error)")                         // network: GET https://example.com/: the call timed out after 60s, …
/// ```
public protocol AbstractHTTPError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// The key of the sentence for the user.
  var message: ErrorMessages.Key { get }

  /// The error that caused this one; `nil` if there is none.
  var underlying: (any Error)? { get }
}

extension AbstractHTTPError {
  /// The default key, ``ErrorMessages/Key/failed``.
  public var message: ErrorMessages.Key { .failed }

  /// No underlying error, by default.
  public var underlying: (any Error)? { nil }

  /// The sentence for the user, in one of the system's preferred languages.
  public var errorDescription: String? { ErrorMessages.current.text(of: self) }

  /// The description for developers.
  public var failureReason: String? { description }

  /// No suggestion, by default.
  public var recoverySuggestion: String? { nil }

  /// No help anchor, by default.
  public var helpAnchor: String? { nil }

  /// `AbstractHTTP` and the name of the type, such as `AbstractHTTP.InvalidURL`.
  public static var errorDomain: String { "AbstractHTTP.\(Self.self)" }

  /// The code of the error: 1, except for a ``ConnectionError``.
  public var errorCode: Int { 1 }

  /// The sentences, and the underlying error.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: description]
    info[NSLocalizedDescriptionKey] = errorDescription
    info[NSUnderlyingErrorKey] = underlying
    return info
  }
}

extension AbstractHTTPError {
  /// Finds an error of a type in the chain of causes that starts with this error.
  ///
  /// ```swift
  /// if let refused = error.cause(as: LoginRefused.self) { print(refused.reason) }
  /// ```
  ///
  /// - Parameter type: The type of the error to find.
  /// - Returns: The first error of the type; `nil` if there is none.
  public func cause<Cause: Error>(as type: Cause.Type) -> Cause? {
    var next: (any Error)? = self
    // A chain of causes could be circular.
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
