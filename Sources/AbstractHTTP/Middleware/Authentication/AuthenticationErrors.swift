/// The error of a failed refresh of credentials, which every waiting call receives.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, whose response rejected the old credentials. It
/// isn't retried, because the refresh can have retries of its own.
public struct RefreshFailed: AbstractHTTPError, CustomReflectable {
  /// The error of the refresh. If the refresh was a connection, it is a ``ConnectionError`` with a response.
  public let reason: any Error

  /// A description of the error.
  public var description: String { "the credentials couldn't be refreshed: \(Redaction.text(of: reason))" }

  /// A description of the reason, without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": Redaction.text(of: reason)], displayStyle: .struct)
  }
}

/// The error of a refresh that was omitted, because credentials were refreshed too often recently.
///
/// It is the ``ConnectionError/nativeError`` of a `.network` error, whose response rejected the last credentials.
public struct ExcessiveRefresh: AbstractHTTPError, Hashable {
  /// The maximum number of refreshes.
  public let limit: Int
  /// The time in which the refreshes are counted.
  public let window: Duration

  /// A description of the error.
  public var description: String { "the credentials were rejected again after \(limit) refreshes in \(window.text)" }
}

extension RefreshFailed: NotWorthRetrying {}

extension ExcessiveRefresh: NotWorthRetrying {}

/// The error of a credential in shared options that name no servers for it.
///
/// It is the ``ConnectionError/nativeError`` of an `.invalidRequest` error. The request wasn't sent.
public struct MissingOrigin: AbstractHTTPError, Hashable {
  /// A description of the error, with a suggestion.
  public var description: String {
    "a credential names no server: set the options' baseURL before the credential is used, or name servers with "
      + "for: [\"https://api.example.com\"], or every server with for: .anyOrigin"
  }
}

/// The error of an origin that isn't an absolute `http` or `https` URL.
///
/// It is the ``ConnectionError/nativeError`` of an `.invalidRequest` error. The request wasn't sent.
public struct InvalidOrigin: AbstractHTTPError, Hashable {
  /// The text of the origin.
  public let text: String

  /// A description of the error.
  public var description: String { "\"\(text)\" isn't an origin such as https://api.example.com" }
}

extension RefreshFailed {
  /// The key of the sentence for the user, ``ErrorMessages/Key/signedOut``.
  public var message: ErrorMessages.Key { .signedOut }

  /// The underlying error, which is the ``reason``.
  public var underlying: (any Error)? { reason }
}

extension ExcessiveRefresh {
  /// The key of the sentence for the user, ``ErrorMessages/Key/signedOut``.
  public var message: ErrorMessages.Key { .signedOut }
}

extension MissingOrigin {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}

extension InvalidOrigin {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
