import Foundation

/// Provides calls with the login that answers their challenges, and requests it once for all of them.
final class ChallengeAnswerer: Sendable {
  typealias Ask = @Sendable (AuthenticationChallenge) async throws -> Login?

  /// The source of a login.
  enum Source: Sendable {
    /// A fixed login, which only answers the Digest scheme.
    case digest(Login)
    case asked(Ask)
  }

  /// The answerers whose login the current task requests. Its requests bypass them.
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

  /// Returns the key of the login for the next request to a server.
  func key(for origin: HTTPOrigin) -> LoginKey? {
    let nonce = makeNonce()
    return state.withLock { $0.key(for: origin, nonce) }
  }

  /// Stores the nonce that a response specifies for the next request.
  func learn(from response: Response, for origin: HTTPOrigin, after nonce: String?) {
    guard let nonce, let info = response.headers["Authentication-Info"],
      let next = ChallengeReader.parameters(of: info)["nextnonce"]
    else { return }
    state.withLock { $0.use(nextNonce: next, after: nonce, for: origin) }
  }

  /// Finds a login for the challenges of a response.
  ///
  /// - Parameter key: The login that the request was sent with, if the server rejects it.
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

  /// Requests a login in a separate task, which calls can't cancel.
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

  /// Returns the first login that answers one of the challenges, with the strongest Digest challenge first, and Basic
  /// last.
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
  /// Returns whether the rejected login may be correct, because only its nonce was rejected.
  ///
  /// - Parameters:
  ///   - key: The rejected login; `nil` for a request without one.
  ///   - isFresh: Whether it answered a challenge of this call.
  fileprivate func mayMend(_ key: LoginKey?, isFresh: Bool) -> Bool {
    guard let used = key?.challenge else { return key == nil }
    return isStale || !isFresh && (nonce, realm) != (used.nonce, used.realm)
  }
}
