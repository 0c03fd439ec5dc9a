/// The logins that servers have accepted or will receive, and the calls that wait for the next one: a pure state
/// machine.
struct ChallengeState: Sendable {
  /// The next step of a challenged call.
  enum Reply: Sendable {
    /// There is a login that the call hasn't tried.
    case ready
    /// A login has been requested. The value is whether there is one.
    case wait(OneShot<Bool>)
    /// The same, and the caller must request the login.
    case ask(OneShot<Bool>)
    /// There is no login.
    case none
  }

  /// The maximum number of servers, beyond which all are forgotten.
  private static let limit = 1_000

  private var grants: [HTTPOrigin: LoginGrant] = [:]
  private var waiting: [HTTPOrigin: [OneShot<Bool>]] = [:]
  private var generation = 0

  /// Returns the key of the login for the next request to a server; `nil` if there is none.
  mutating func key(for origin: HTTPOrigin, _ clientNonce: String) -> LoginKey? {
    guard let key = grants[origin]?.key(clientNonce) else {
      grants[origin] = nil
      return nil
    }
    return key
  }

  /// Stores a login for a server.
  mutating func set(_ grant: LoginGrant, for origin: HTTPOrigin) {
    if grants.count >= Self.limit, grants[origin] == nil { grants = [:] }
    generation += 1
    grants[origin] = grant
    grants[origin]?.generation = generation
  }

  /// Removes a login that the server rejects, unless it has been replaced.
  mutating func remove(_ generation: Int, for origin: HTTPOrigin) {
    if grants[origin]?.generation == generation { grants[origin] = nil }
  }

  /// Answers another challenge with the login for a server, if it uses the Digest scheme.
  ///
  /// - Parameter generation: The generation of the login; `nil` for any.
  mutating func reuse(_ challenge: DigestChallenge, for origin: HTTPOrigin, _ generation: Int?) -> Bool {
    guard let grant = grants[origin], grant.isDigest, generation ?? grant.generation == grant.generation else {
      return false
    }
    grants[origin]?.use(challenge)
    return true
  }

  /// Answers a challenge with the only login, which is removed if the server rejects it.
  ///
  /// - Parameters:
  ///   - challenge: The challenge that the login may answer; `nil` for none.
  ///   - grant: The login, as the first answer to the challenge.
  mutating func answer(
    _ challenge: DigestChallenge?,
    by grant: LoginGrant?,
    for origin: HTTPOrigin,
    refusing generation: Int?
  ) -> Reply {
    if let challenge, reuse(challenge, for: origin, nil) { return .ready }
    guard let grant else {
      if let generation { remove(generation, for: origin) }
      return .none
    }
    set(grant, for: origin)
    return .ready
  }

  mutating func use(nextNonce: String, after nonce: String, for origin: HTTPOrigin) {
    grants[origin]?.use(nextNonce: nextNonce, after: nonce)
  }

  /// Requests a login to replace a rejected one; 0 for none.
  mutating func ask(stale generation: Int, for origin: HTTPOrigin) -> Reply {
    if let grant = grants[origin], grant.generation > generation { return .ready }
    let answer = OneShot<Bool>()
    waiting[origin, default: []].append(answer)
    return waiting[origin]?.count == 1 ? .ask(answer) : .wait(answer)
  }

  /// Ends the request for a login.
  ///
  /// - Returns: The waiters to notify.
  mutating func end(_ grant: LoginGrant?, stale generation: Int, for origin: HTTPOrigin) -> [OneShot<Bool>] {
    if let grant { set(grant, for: origin) } else { remove(generation, for: origin) }
    return waiting.removeValue(forKey: origin) ?? []
  }
}
