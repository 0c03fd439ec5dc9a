import Foundation

/// Gives calls the login that answers their challenges, and asks for it once for all of them.
final class ChallengeAnswerer: Sendable {
  typealias Ask = @Sendable (AuthenticationChallenge) async throws -> Login?

  /// Where a login comes from.
  enum Source: Sendable {
    /// It's there, and answers the Digest scheme alone.
    case digest(Login)
    case asked(Ask)
  }

  /// Whose logins the present task is asking for: its requests pass without.
  @TaskLocal private static var asking: Set<ObjectIdentifier> = []

  private let source: Source
  private let makeNonce: @Sendable () -> String
  private let state = Locked(ChallengeState())

  init(_ source: Source, makeNonce: @escaping @Sendable () -> String = ChallengeAnswerer.randomNonce) {
    self.source = source
    self.makeNonce = makeNonce
  }

  func run(
    _ request: Request,
    for origins: Origins,
    over next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    guard request.takesCredentials, !request.headers.contains("Authorization"), try origins.contain(request),
      let origin = try? request.address.origin, !Self.asking.contains(ObjectIdentifier(self))
    else { return try next.run(request) }
    var attempt = ChallengeStrategy(request, origin, self)
    let decision = attempt.begin()
    return try next.repeating(attempt, decision) { attempt, outcome in attempt.decide(outcome) }
  }

  /// What the next request to a server is let in by.
  func key(for origin: HTTPOrigin) -> LoginKey? {
    let nonce = makeNonce()
    return state.withLock { $0.key(for: origin, nonce) }
  }

  /// Takes the nonce that a response names for the next request.
  func learn(from response: Response, for origin: HTTPOrigin, after nonce: String?) {
    guard let nonce, let info = response.headers["Authentication-Info"],
      let next = ChallengeReader.parameters(of: info)["nextnonce"]
    else { return }
    state.withLock { $0.use(nextNonce: next, after: nonce, for: origin) }
  }

  /// Finds a login for the challenges of a response.
  ///
  /// - Parameter key: What the request was let in by, if the server refuses it.
  func reply(
    to challenges: [AuthenticationChallenge],
    for origin: HTTPOrigin,
    refusing key: LoginKey?,
    isFresh: Bool
  ) -> ChallengeState.Reply {
    let strongest = DigestChallenge.strongest(of: challenges)
    let digest = strongest.flatMap { DigestChallenge($0) }.flatMap { $0.mayMend(key, isFresh: isFresh) ? $0 : nil }
    switch source {
    case .digest(let login):
      let grant = digest == nil ? nil : strongest.flatMap { login.grant(for: $0) }
      return state.withLock { $0.answer(digest, by: grant, for: origin, refusing: key?.generation) }
    case .asked(let ask):
      let stale = key?.generation
      let reply = state.withLock { state -> ChallengeState.Reply in
        if let digest, state.reuse(digest, for: origin, stale) { return .ready }
        return state.ask(stale: stale ?? 0, for: origin)
      }
      if case .ask = reply { start(ask, challenges, for: origin, refusing: key) }
      return reply
    }
  }

  /// Asks in a task of its own, which no call cancels.
  private func start(
    _ ask: @escaping Ask,
    _ challenges: [AuthenticationChallenge],
    for origin: HTTPOrigin,
    refusing key: LoginKey?
  ) {
    let asking = Self.asking.union([ObjectIdentifier(self)])
    Task(executorPreference: ThreadPool.shared) {
      let result: Result<LoginGrant?, any Error>
      do {
        result = .success(try await Self.$asking.withValue(asking) { try await Self.grant(ask, for: challenges) })
      } catch {
        result = .failure(error)
      }
      let grant = (try? result.get()) ?? nil
      let waiting = self.state.withLock { $0.end(grant, stale: key?.generation ?? 0, for: origin) }
      for answer in waiting { answer.give(result.map { $0 != nil }) }
    }
  }

  /// The first login that answers one of the challenges: the strongest of the Digest scheme first, Basic last.
  private static func grant(_ ask: Ask, for challenges: [AuthenticationChallenge]) async throws -> LoginGrant? {
    let strongest = DigestChallenge.strongest(of: challenges)
    let others = challenges.filter { $0 != strongest }
    let basic = others.filter { $0.isScheme("Basic") }
    for challenge in [strongest].compactMap({ $0 }) + others.filter({ !$0.isScheme("Basic") }) + basic {
      if let grant = try await ask(challenge)?.grant(for: challenge) { return grant }
    }
    return nil
  }

  private static let randomNonce: @Sendable () -> String = {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
  }
}

extension DigestChallenge {
  /// Whether the login that was refused may be right, and only its nonce was not.
  ///
  /// - Parameters:
  ///   - key: What was refused; `nil` for a request that had nothing.
  ///   - isFresh: Whether that answered a challenge of this very call.
  fileprivate func mayMend(_ key: LoginKey?, isFresh: Bool) -> Bool {
    guard let used = key?.challenge else { return key == nil }
    return isStale || !isFresh && (nonce, realm) != (used.nonce, used.realm)
  }
}
