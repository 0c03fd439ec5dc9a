import Foundation

/// An answer to a server's challenge: see ``Middleware/challenged(for:_:)``. It is never printed.
public struct Login: Sendable, CustomStringConvertible, CustomReflectable {
  private enum Kind: Sendable {
    case user(String, password: String)
    case authorization(String)
  }

  private let kind: Kind

  /// Returns a login with a user name and a password, for the schemes `Digest` and `Basic`. It doesn't answer other
  /// schemes.
  public static func user(_ name: String, password: String) -> Login { Login(kind: .user(name, password: password)) }

  /// Returns a login with an access token, for the scheme `Bearer` (RFC 6750).
  public static func bearer(_ token: String) -> Login { authorization("Bearer " + token) }

  /// Returns a login with the whole value of the `Authorization` header, for any scheme.
  public static func authorization(_ value: String) -> Login { Login(kind: .authorization(value)) }

  /// A mask in place of the login.
  public var description: String { "Login(\(Redaction.mask))" }

  /// A mask in place of the login.
  public var customMirror: Mirror { Mirror(self, children: ["login": Redaction.mask], displayStyle: .struct) }

  /// Returns the login's answer to a challenge; `nil` if it can't answer.
  func grant(for challenge: AuthenticationChallenge) -> LoginGrant? {
    switch kind {
    case .authorization(let value): return LoginGrant(value: value)
    case .user(let name, let password):
      if let digest = DigestChallenge(challenge) {
        return LoginGrant(user: name, password: password, answering: digest)
      }
      guard challenge.isScheme("Basic"), !name.contains(":") else { return nil }
      return LoginGrant(value: "Basic " + Data("\(name):\(password)".utf8).base64EncodedString())
    }
  }
}

/// An answer that a server accepts for further requests, after a challenge.
struct LoginGrant: Sendable {
  private enum Kind: Sendable {
    case value(String)
    case digest(user: String, password: String)
  }

  private let kind: Kind
  private var sessions = DigestSessions()
  /// The generation, starting at 1, which is set when the login is first used.
  var generation = 0

  init(value: String) { kind = .value(value) }

  init(user: String, password: String, answering challenge: DigestChallenge) {
    kind = .digest(user: user, password: password)
    sessions.use(challenge)
  }

  var isDigest: Bool { if case .digest = kind { true } else { false } }

  /// Uses the same login for another Digest challenge.
  mutating func use(_ challenge: DigestChallenge) { sessions.use(challenge) }

  mutating func use(nextNonce: String, after nonce: String) { sessions.use(nextNonce: nextNonce, after: nonce) }

  /// Returns the key for one request; `nil` if a nonce is used up.
  mutating func key(_ clientNonce: String) -> LoginKey? {
    switch kind {
    case .value(let value): LoginKey(generation: generation, kind: .value(value))
    case .digest(let user, let password):
      sessions.answer(clientNonce).map {
        LoginKey(generation: generation, kind: .digest($0, user: user, password: password))
      }
    }
  }
}

/// The credentials of one request.
struct LoginKey: Sendable {
  enum Kind: Sendable {
    case value(String)
    case digest(DigestAnswer, user: String, password: String)
  }

  let generation: Int
  let kind: Kind

  /// The Digest challenge that the request answers.
  var challenge: DigestChallenge? { if case .digest(let answer, _, _) = kind { answer.challenge } else { nil } }

  /// Adds the key to a request with a valid address, unless the answer would have to protect a body that isn't in
  /// memory.
  func apply(to request: inout Request) {
    switch kind {
    case .value(let value): request.headers["Authorization"] = value
    case .digest(let answer, let user, let password):
      guard answer.challenge.protects(request) else { return }
      let body = answer.challenge.protection == .body ? request.bodyInMemory ?? Data() : Data()
      let subject = DigestAnswer.Subject(method: request.httpMethod, target: request.target, body: body)
      request.headers["Authorization"] = answer.authorization(user: user, password: password, for: subject)
      request.context[BoundHeadersKey.self] = ["Authorization"]
    }
    request.context[IsAuthorizedKey.self] = true
  }
}

extension Request {
  /// The target in the request line: the path, which is at least `/`, and the query (RFC 9112 §3.2.1).
  fileprivate var target: String {
    guard let target = try? address.target else { return "/" }
    return target.hasPrefix("/") ? target : "/" + target
  }
}
