/// A way to log in that a server asks for (RFC 9110 §11.6.1): a scheme, and what the scheme needs to know.
///
/// ```swift
/// for challenge in AuthenticationChallenge.challenges(in: response) {
///   print(challenge.scheme, challenge.realm ?? "")   // Digest api@example.com
/// }
/// ```
///
/// ``Middleware/challenged(for:_:)`` answers challenges.
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The name of the scheme, as the server wrote it: `Basic`, `Digest`, `Bearer`. Compare it with ``isScheme(_:)``.
  public let scheme: String

  /// What follows the scheme in schemes that have one value instead of parameters, such as `Negotiate`; `nil` otherwise.
  public let token68: String?

  /// The parameters, without quotation marks and escapes, by their names in lower case. Of two of a name, the first counts.
  public internal(set) var parameters: [String: String] = [:]

  /// How many logins the server has refused before, in this attempt of the call: 0 for its first challenge.
  public internal(set) var previousFailures = 0

  init(scheme: String, token68: String? = nil) {
    self.scheme = scheme
    self.token68 = token68
  }

  /// What the login is for, in words that a server may show to a person; `nil` if the server doesn't say.
  public var realm: String? { parameters["realm"] }

  /// Whether the scheme has this name. The case of letters doesn't matter.
  public func isScheme(_ name: String) -> Bool { HTTPToken.isSame(scheme, name) }

  /// Reads the challenges in all `WWW-Authenticate` fields of a response, in their order.
  ///
  /// Malformed parts are left out. A response without such a field has no challenges.
  public static func challenges(in response: Response) -> [AuthenticationChallenge] {
    response.headers.values(for: "WWW-Authenticate").flatMap { challenges(in: $0) }
  }

  /// Reads the challenges in the value of one field.
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
