/// A server's challenge to authenticate (RFC 9110 §11.6.1): a scheme and its parameters.
///
/// ```swift
/// for challenge in AuthenticationChallenge.challenges(in: response) {
///   print(challenge.scheme, challenge.realm ?? "")   // Digest api@example.com
/// }
/// ```
///
/// ``Middleware/challenged(for:_:)`` answers challenges.
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The name of the scheme, in its original case: `Basic`, `Digest`, `Bearer`. Compare it with ``isScheme(_:)``.
  public let scheme: String

  /// The value after the scheme, for schemes with a single value instead of parameters, such as `Negotiate`; `nil`
  /// otherwise.
  public let token68: String?

  /// The parameters by their lower-case names, without quotation marks and escapes. The first of repeated names wins.
  public internal(set) var parameters: [String: String] = [:]

  /// How many logins the server has rejected in this attempt of the call: 0 for its first challenge.
  public internal(set) var previousFailures = 0

  init(scheme: String, token68: String? = nil) {
    self.scheme = scheme
    self.token68 = token68
  }

  /// The description of the protected area, which a server may show to the user; `nil` if the server doesn't send one.
  public var realm: String? { parameters["realm"] }

  /// Returns whether the scheme has this name, ignoring case.
  public func isScheme(_ name: String) -> Bool { HTTPToken.isSame(scheme, name) }

  /// Parses the challenges in all `WWW-Authenticate` fields of a response, in their order.
  ///
  /// Malformed parts are ignored. A response without such a field has no challenges.
  public static func challenges(in response: Response) -> [AuthenticationChallenge] {
    response.headers.values(for: "WWW-Authenticate").flatMap { challenges(in: $0) }
  }

  /// Parses the challenges in the value of one field.
  static func challenges(in field: String) -> [AuthenticationChallenge] {
    var reader = ChallengeReader(field)
    return reader.challenges()
  }
}

extension AuthenticationChallenge: CustomStringConvertible, CustomReflectable {
  /// The scheme and the realm.
  public var description: String { scheme + (realm.map { " realm=\($0.debugDescription)" } ?? "") }

  /// The scheme, the realm, and the names of the parameters.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "scheme": scheme, "realm": realm as Any, "parameters": parameters.keys.sorted(),
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
