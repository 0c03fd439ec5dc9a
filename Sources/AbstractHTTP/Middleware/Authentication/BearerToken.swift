public import Foundation

/// An access token, what it is renewed by, and when it runs out (RFC 6749 §5.1, RFC 6750).
///
/// It is read from the JSON that a token endpoint answers: `access_token`, `refresh_token`, `expires_in`. Printed, it says
/// nothing of its secrets.
public struct BearerToken: Sendable, Hashable {
  /// What is sent: `Authorization: Bearer …`.
  public var access: String
  /// What a new access token is asked for with; `nil` if there is no such thing.
  public var refresh: String?
  /// When the access token runs out; `nil` if that is not known.
  public var expiresAt: Date?

  /// Makes a token.
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

  /// Reads the answer of a token endpoint; its `expires_in` counts from now.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    access = try container.decode(String.self, forKey: .access)
    refresh = try container.decodeIfPresent(String.self, forKey: .refresh)
    expiresAt = try container.decodeIfPresent(Double.self, forKey: .lifetime).map { Date(timeIntervalSinceNow: $0) }
  }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  /// When the token runs out, without the token.
  public var description: String {
    "BearerToken(\(Redaction.mask)" + (expiresAt.map { ", until \($0)" } ?? "") + ")"
  }

  /// The same, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: ["access": Redaction.mask]) }
}

/// The token that connections share, renewed by one of them for all: the simplest ``CredentialStore``.
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
  /// Makes the shared token.
  ///
  /// A new token without a refresh token keeps that of the old one (RFC 6749 §6).
  ///
  /// - Parameters:
  ///   - token: The one to begin with; `nil` for none yet: requests go without, until ``credential`` is set.
  ///   - origins: The servers that may see it. By default those of what uses the middleware: the origin of a client's base
  ///     URL or of a target, or the requests of one connection. Options without a base URL require them.
  ///   - policy: When it is renewed, and how often.
  ///   - refresh: Asks for a new one. Its own requests go without a token.
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
  /// Sends a bearer token with every request that has no `Authorization` of its own, and renews it when the server refuses
  /// it, or a while before it runs out: ``authorize(_:for:)`` for the commonest case (RFC 6750).
  ///
  /// ```swift
  /// connection.use(.bearer(tokens))
  /// ```
  ///
  /// - Parameters:
  ///   - tokens: The token that connections share.
  ///   - origins: The servers that may see it; by default those of `tokens`.
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
