public import Foundation

/// How requests are authorized by a credential, and how a new credential is got.
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
/// For tokens of OAuth 2.0 there is ``BearerTokens``. All methods may be called from any thread, several at once.
public protocol Authenticator<Credential>: Sendable {
  /// What opens the door: a token, a key, a pair of both.
  associatedtype Credential: Sendable

  /// Whether a request is to carry the credential, as a request to another server is not; always by default.
  func authorizes(_ request: Request) -> Bool

  /// Puts a credential into a request.
  ///
  /// The headers that it sets stay behind when a redirect leads to another origin. Those whose names look like secrets, such as
  /// `Authorization` or `X-Api-Key`, are never printed with their values.
  func apply(_ credential: Credential, to request: inout Request)

  /// Gets a new credential. It runs in a task of its own, once for all who wait for it.
  ///
  /// Connections that it starts and awaits here pass ``Middleware/authorize(_:for:)`` of this credential untouched. What it
  /// throws is what every waiting call fails with, in ``RefreshFailed``.
  func refresh(_ credential: Credential) async throws -> Credential

  /// Whether a response says that the credential was refused; by default whether its status is 401.
  func isRefused(_ response: Response) -> Bool

  /// When a credential runs out, so that it can be renewed before; `nil`, the default, where that is not known.
  func expiry(of credential: Credential) -> Date?
}

extension Authenticator {
  /// Always.
  public func authorizes(_ request: Request) -> Bool { true }

  /// Whether the status is 401 (RFC 9110 §15.5.2).
  public func isRefused(_ response: Response) -> Bool { response.statusCode == 401 }

  /// Not known.
  public func expiry(of credential: Credential) -> Date? { nil }
}
