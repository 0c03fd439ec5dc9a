/// No new credentials could be got; what every call fails with that waited for them.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, whose response is the one that refused the old ones. It
/// is not retried: the refresh itself may be made to retry.
public struct RefreshFailed: AbstractHTTPError, CustomReflectable {
  /// What the refresh threw; a ``ConnectionError`` with its response where it was a connection.
  public let reason: any Error

  /// What happened, in words.
  public var description: String { "the credentials could not be renewed: \(Redaction.text(of: reason))" }

  /// The reason in words, without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": Redaction.text(of: reason)], displayStyle: .struct)
  }
}

/// Credentials were renewed so often of late that something must be wrong, and were not renewed once more.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, whose response is the one that refused the last ones.
public struct ExcessiveRefresh: AbstractHTTPError, Hashable {
  /// How many refreshes were allowed.
  public let limit: Int
  /// In how long a time.
  public let window: Duration

  /// What happened, in words.
  public var description: String { "the credentials were renewed \(limit) times in \(window.text), and refused again" }
}

extension RefreshFailed: NotWorthRetrying {}

extension ExcessiveRefresh: NotWorthRetrying {}

/// A credential is part of options that many connections share, and nothing says which servers may see it.
///
/// It's the ``ConnectionError/nativeError`` of an `.invalidRequest` error. The request wasn't sent.
public struct MissingOrigin: AbstractHTTPError, Hashable {
  /// What to do, in words.
  public var description: String {
    "a credential names no server: set the options' baseURL before the credential is used, or name servers with "
      + "for: [\"https://api.example.com\"], or every server with for: .anyOrigin"
  }
}

/// The text for an origin isn't an absolute `http` or `https` URL.
///
/// It's the ``ConnectionError/nativeError`` of an `.invalidRequest` error. The request wasn't sent.
public struct InvalidOrigin: AbstractHTTPError, Hashable {
  /// The text.
  public let text: String

  /// What is wrong, in words.
  public var description: String { "\"\(text)\" isn't an origin such as https://api.example.com" }
}

extension RefreshFailed {
  /// ``ErrorMessages/Key/signedOut``.
  public var message: ErrorMessages.Key { .signedOut }

  /// The ``reason``.
  public var underlying: (any Error)? { reason }
}

extension ExcessiveRefresh {
  /// ``ErrorMessages/Key/signedOut``.
  public var message: ErrorMessages.Key { .signedOut }
}

extension MissingOrigin {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}

extension InvalidOrigin {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
