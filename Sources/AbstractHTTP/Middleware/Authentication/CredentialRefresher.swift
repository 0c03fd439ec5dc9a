import Foundation

/// Gives calls their credential, and renews it once for all of them.
final class CredentialRefresher: Sendable {
  /// Whose credentials the present task renews: its requests pass without.
  @TaskLocal private static var renewed: Set<ObjectIdentifier> = []

  /// Whether a response refuses the credential.
  let isRefused: @Sendable (Response) -> Bool
  private let authorizes: @Sendable (Request) -> Bool
  private let policy: RefreshPolicy
  private let anyClock: AnyClock
  private let state = Locked(RefreshState())

  init(
    authorizes: @escaping @Sendable (Request) -> Bool,
    isRefused: @escaping @Sendable (Response) -> Bool,
    _ policy: RefreshPolicy
  ) {
    self.authorizes = authorizes
    self.isRefused = isRefused
    self.policy = policy
    anyClock = AnyClock(policy.clock)
  }

  /// The credential in use.
  var present: VersionedCredential? { state.withLock { $0.versioned } }

  /// Whether a request takes the credential. A request that the refresh itself sends doesn't.
  private func authorizes(_ request: Request, for origins: Origins) throws(ConnectionError) -> Bool {
    guard request.takesCredentials, !Self.renewed.contains(ObjectIdentifier(self)), authorizes(request) else {
      return false
    }
    return try origins.contain(request)
  }

  func run(
    _ request: Request,
    for origins: Origins,
    over next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    guard try authorizes(request, for: origins) else { return try next.run(request) }
    var attempt = AuthorizeStrategy(request, self)
    guard let decision = attempt.begin() else { return try next.run(request) }
    return try next.repeating(attempt, decision) { attempt, outcome in attempt.decide(outcome) }
  }

  func set(_ new: VersionedCredential?) {
    let new = new?.coming(into: self.policy.now(), leeway: self.policy.leeway)
    let change = state.withLock { $0.set(new) }
    for answer in change.waiting { answer.give(.success(change.versioned)) }
  }

  /// The credential for a call that has tried none yet, renewed if it is about to run out.
  func reply() -> RefreshState.Reply {
    let reply = state.withLock { $0.ask(stale: nil, at: .zero, (0, .zero)) }
    guard case .ready(let versioned?) = reply, let refreshAt = versioned.refreshAt, refreshAt <= policy.now() else {
      return reply
    }
    return self.reply(to: versioned.generation)
  }

  /// The credential for a call whose generation is stale; starts a refresh if need be.
  func reply(to stale: Int) -> RefreshState.Reply {
    let now = anyClock.now()
    let limit = (count: policy.limit, since: now - policy.window.clamped)
    let reply = state.withLock { $0.ask(stale: stale, at: now, limit) }
    if case .refresh(let versioned, _) = reply { refresh(versioned) }
    return reply
  }

  /// Whether a credential that could not be renewed may still be used, since it was only about to run out.
  func isUsable(_ versioned: VersionedCredential) -> Bool {
    guard let refreshAt = versioned.refreshAt, let expiresAt = versioned.expiresAt else { return false }
    return refreshAt..<max(refreshAt, expiresAt) ~= policy.now()
  }

  /// Too many refreshes.
  var excess: ExcessiveRefresh { ExcessiveRefresh(limit: policy.limit, window: policy.window) }

  /// Renews a credential in a task of its own, which nobody cancels.
  private func refresh(_ versioned: VersionedCredential) {
    let renewed = Self.renewed.union([ObjectIdentifier(self)])
    Task(executorPreference: ThreadPool.shared) {
      let result: Result<VersionedCredential, any Error>
      do {
        let new = try await Self.$renewed.withValue(renewed) { try await versioned.refreshed() }
        result = .success(new.coming(into: self.policy.now(), leeway: self.policy.leeway))
      } catch {
        result = .failure(RefreshFailed(reason: error))
      }
      let change = self.state.withLock { $0.end(versioned.generation, result) }
      for answer in change.waiting { answer.give(change.result) }
    }
  }
}
