public import Foundation

/// Adds a credential to requests, and refreshes it.
///
/// ```swift
/// struct KeyAuthenticator: Authenticator {
///   func apply(_ key: String, to request: inout Request) { request.headers["X-Api-Key"] = key }
///   func refresh(_ key: String) async throws -> String { try await Connection(GetKey()).start().value }
/// }
/// let keys = CredentialStore("first", by: KeyAuthenticator())
/// connection.use(.authorize(keys))
/// ```
///
/// For OAuth 2.0 tokens, use ``BearerTokens``. All methods may be called from several threads at the same time.
public protocol Authenticator<Credential>: Sendable {
  /// A credential, such as an access token or an API key.
  associatedtype Credential: Sendable

  /// Returns whether a request receives the credential. By default, `true`. Return `false` for requests to other
  /// servers.
  func authorizes(_ request: Request) -> Bool

  /// Adds a credential to a request.
  ///
  /// The headers that it sets are removed after a redirect to another origin. The values of headers whose names look
  /// secret, such as `Authorization` or `X-Api-Key`, are never printed.
  func apply(_ credential: Credential, to request: inout Request)

  /// Returns a new credential. It runs in a separate task, once for all waiting calls.
  ///
  /// Connections that it starts and awaits bypass ``Middleware/authorize(_:for:)`` of this credential. If it throws,
  /// every waiting call fails with the error in ``RefreshFailed``.
  func refresh(_ credential: Credential) async throws -> Credential

  /// Returns whether a response rejects the credential. By default, whether its status is 401.
  func isRefused(_ response: Response) -> Bool

  /// Returns when a credential expires, so that it can be refreshed before; `nil`, the default, if that isn't known.
  func expiry(of credential: Credential) -> Date?
}

extension Authenticator {
  /// Returns `true`, by default.
  public func authorizes(_ request: Request) -> Bool { true }

  /// Returns whether the status is 401 (RFC 9110 §15.5.2).
  public func isRefused(_ response: Response) -> Bool { response.statusCode == 401 }

  /// Returns `nil`: by default, the expiry isn't known.
  public func expiry(of credential: Credential) -> Date? { nil }
}
