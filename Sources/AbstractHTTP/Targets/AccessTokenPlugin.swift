import Foundation

/// A target that declares which type of access token it needs.
///
/// ```swift
/// extension GitHub: AccessTokenAuthorizable {
///   var authorizationType: AuthorizationType? {
///     switch self {
///     case .zen: nil
///     default: .bearer
///     }
///   }
/// }
/// ```
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [AccessTokenPlugin { _ in session.token }])
/// let refreshing = Provider<GitHub>(middleware: [.bearer(tokens)])     // refreshes the token; leaves .zen alone
/// ```
///
/// If the type is `nil`, the target omits credentials: neither the plugin nor a middleware such as
/// ``Middleware/bearer(_:for:)`` adds one to its request.
public protocol AccessTokenAuthorizable {
  /// The type of the token; `nil` for none.
  var authorizationType: AuthorizationType? { get }
}

extension RequestSpec where Self: AccessTokenAuthorizable {
  /// Whether the target needs no access token.
  public var omitsCredentials: Bool { authorizationType == nil }
}

/// The scheme of an `Authorization` header (RFC 9110 §11.1).
public enum AuthorizationType: Sendable, Hashable {
  /// `Authorization: Basic <token>`.
  case basic
  /// `Authorization: Bearer <token>`.
  case bearer
  /// `Authorization: <scheme> <token>`.
  case custom(String)

  /// The scheme, as it is sent.
  public var value: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let scheme): scheme
    }
  }
}

/// Sends an access token with the requests of targets that are ``AccessTokenAuthorizable``.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [AccessTokenPlugin { _ in session.token }])
/// ```
///
/// The token is sent only to the origin of the target's ``TargetType/baseURL``, even if an endpoint closure or another
/// plugin sets another address, and never after a redirect to another origin. An existing `Authorization` header stays,
/// and an empty token isn't sent. To refresh tokens, use the middleware ``Middleware/bearer(_:for:)`` instead.
public struct AccessTokenPlugin: PluginType {
  /// Returns the token for a target.
  ///
  /// If it throws, the connection fails with `.invalidRequest`.
  public typealias TokenClosure = @Sendable (_ target: any TargetType) throws -> String

  private let token: TokenClosure

  /// Creates a plugin.
  ///
  /// - Parameter tokenClosure: Returns the token, before each request that needs one.
  public init(tokenClosure: @escaping TokenClosure) { token = tokenClosure }

  /// Adds the `Authorization` header.
  public func prepare(_ request: Request, target: any TargetType) throws -> Request {
    guard let type = (target as? any AccessTokenAuthorizable)?.authorizationType, request.takesCredentials,
      !request.headers.contains("Authorization"), try Origins(of: target.baseURL.absoluteString).contain(request)
    else { return request }
    let token = try token(target)
    guard !token.isEmpty else { return request }
    var request = request
    request.headers.append("\(type.value) \(token)", for: "Authorization")
    request.addConfidential(["Authorization"])
    return request
  }
}
