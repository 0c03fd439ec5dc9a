/// The logins that servers have accepted or are to be asked, and who waits for the next: a pure state machine.
struct ChallengeState: Sendable {
  /// What becomes of a call that was challenged.
  enum Reply: Sendable {
    /// There is a login that the call hasn't tried.
    case ready
    /// The login that is being asked for; whether there is one.
    case wait(OneShot<Bool>)
    /// The same, if the caller is to ask.
    case ask(OneShot<Bool>)
    /// There is none.
    case none
  }

  /// How many servers are remembered before all of them are forgotten.
  private static let limit = 1_000

  private var grants: [HTTPOrigin: LoginGrant] = [:]
  private var waiting: [HTTPOrigin: [OneShot<Bool>]] = [:]
  private var generation = 0

  /// What the next request to a server is let in by; `nil` if nothing is known.
  mutating func key(for origin: HTTPOrigin, _ clientNonce: String) -> LoginKey? {
    guard let key = grants[origin]?.key(clientNonce) else {
      grants[origin] = nil
      return nil
    }
    return key
  }

  /// Takes a login for a server.
  mutating func set(_ grant: LoginGrant, for origin: HTTPOrigin) {
    if grants.count >= Self.limit, grants[origin] == nil { grants = [:] }
    generation += 1
    grants[origin] = grant
    grants[origin]?.generation = generation
  }

  /// Forgets a login that the server refuses, unless there is another by now.
  mutating func remove(_ generation: Int, for origin: HTTPOrigin) {
    if grants[origin]?.generation == generation { grants[origin] = nil }
  }

  /// Answers another challenge by the login of a server, if that is one of the Digest scheme.
  ///
  /// - Parameter generation: The login's; `nil` for any.
  mutating func reuse(_ challenge: DigestChallenge, for origin: HTTPOrigin, _ generation: Int?) -> Bool {
    guard let grant = grants[origin], grant.isDigest, generation ?? grant.generation == grant.generation else {
      return false
    }
    grants[origin]?.use(challenge)
    return true
  }

  /// Answers a challenge by the one login there is, which is forgotten if the server refuses it.
  ///
  /// - Parameters:
  ///   - challenge: What that login may answer; `nil` for nothing.
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

  /// Asks for a login in place of one that was refused; 0 for none.
  mutating func ask(stale generation: Int, for origin: HTTPOrigin) -> Reply {
    if let grant = grants[origin], grant.generation > generation { return .ready }
    let answer = OneShot<Bool>()
    waiting[origin, default: []].append(answer)
    return waiting[origin]?.count == 1 ? .ask(answer) : .wait(answer)
  }

  /// Ends the asking.
  ///
  /// - Returns: Who waits for the end.
  mutating func end(_ grant: LoginGrant?, stale generation: Int, for origin: HTTPOrigin) -> [OneShot<Bool>] {
    if let grant { set(grant, for: origin) } else { remove(generation, for: origin) }
    return waiting.removeValue(forKey: origin) ?? []
  }
}
