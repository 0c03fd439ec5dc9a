public import Foundation

/// An access token, its refresh token, and its expiry (RFC 6749 §5.1, RFC 6750).
///
/// It can be decoded from the JSON of a token endpoint: `access_token`, `refresh_token`, `expires_in`. Printing it
/// doesn't reveal its secrets.
public struct BearerToken: Sendable, Hashable {
  /// The access token to send: `Authorization: Bearer …`.
  public var access: String
  /// The refresh token, with which a new access token is requested; `nil` if there is none.
  public var refresh: String?
  /// The expiry of the access token; `nil` if it isn't known.
  public var expiresAt: Date?

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - access: The access token.
  ///   - refresh: The refresh token. Defaults to none.
  ///   - expiresAt: The expiry of the access token. Defaults to `nil`, if it isn't known.
  public init(access: String, refresh: String? = nil, expiresAt: Date? = nil) {
    self.access = access
    self.refresh = refresh
    self.expiresAt = expiresAt
  }
}

extension BearerToken: Decodable {
  private enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case refresh = "refresh_token"
    case lifetime = "expires_in"
  }

  /// Decodes the response of a token endpoint. Its `expires_in` counts from now.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    access = try container.decode(String.self, forKey: .access)
    refresh = try container.decodeIfPresent(String.self, forKey: .refresh)
    expiresAt = try container.decodeIfPresent(Double.self, forKey: .lifetime).map { Date(timeIntervalSinceNow: $0) }
  }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  /// The expiry of the token, without the token.
  public var description: String {
    "BearerToken(\(Redaction.mask)" + (expiresAt.map { ", until \($0)" } ?? "") + ")"
  }

  /// The masked token, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: ["access": Redaction.mask]) }
}

/// A token that connections share, and that is refreshed once for all of them: the simplest ``CredentialStore``.
///
/// ```swift
/// let tokens = BearerTokens(BearerToken(access: "a1", refresh: "r1")) { old in
///   try await HTTP("https://api.example.com/token").httpMethod(.post)
///     .body(Data("grant_type=refresh_token&refresh_token=\(old.refresh ?? "")".utf8))
///     .fetch(BearerToken.self).value
/// }
/// connection.use(.bearer(tokens))
/// ```
public typealias BearerTokens = CredentialStore<BearerToken>

extension CredentialStore where Credential == BearerToken {
  /// Creates a shared token.
  ///
  /// If a new token has no refresh token, it keeps that of the old one (RFC 6749 §6).
  ///
  /// - Parameters:
  ///   - token: The initial token, or `nil` for none: requests are sent without a token until ``credential`` is set.
  ///   - origins: The servers that may see the token. Defaults to the origin of the client's base URL or of the target,
  ///     or to the servers of the connection's requests, depending on where the middleware is used. Options without a
  ///     base URL require them.
  ///   - policy: When and how often to refresh the token.
  ///   - refresh: Requests a new token. Its own requests are sent without a token.
  public convenience init(
    _ token: BearerToken?,
    for origins: Origins? = nil,
    policy: RefreshPolicy = RefreshPolicy(),
    refresh: @escaping @Sendable (_ old: BearerToken) async throws -> BearerToken
  ) {
    self.init(token, by: BearerAuthenticator(renew: refresh), for: origins, policy: policy)
  }
}

extension Middleware {
  /// Sends a bearer token with every request that has no `Authorization` header, and refreshes it when the server
  /// rejects it, or shortly before it expires: ``authorize(_:for:)`` for the most common case (RFC 6750).
  ///
  /// ```swift
  /// connection.use(.bearer(tokens))
  /// ```
  ///
  /// - Parameters:
  ///   - tokens: The token that connections share.
  ///   - origins: The servers that may see the token. Defaults to those of `tokens`.
  public static func bearer(_ tokens: BearerTokens, for origins: Origins? = nil) -> Middleware {
    tokens.middleware("bearer", for: origins)
  }
}

struct BearerAuthenticator: Authenticator {
  let renew: @Sendable (BearerToken) async throws -> BearerToken

  func authorizes(_ request: Request) -> Bool { !request.headers.contains("Authorization") }

  func apply(_ token: BearerToken, to request: inout Request) {
    request.headers.append("Bearer " + token.access, for: "Authorization")
  }

  func refresh(_ token: BearerToken) async throws -> BearerToken {
    var new = try await renew(token)
    new.refresh = new.refresh ?? token.refresh
    return new
  }

  func expiry(of token: BearerToken) -> Date? { token.expiresAt }
}
