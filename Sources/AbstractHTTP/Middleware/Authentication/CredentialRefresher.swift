import Foundation

/// Provides calls with their credential, and refreshes it once for all of them.
final class CredentialRefresher: Sendable {
  /// The stores that the current task refreshes. Its requests bypass them.
  @TaskLocal private static var renewed: Set<ObjectIdentifier> = []

  /// Returns whether a response rejects the credential.
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

  /// The current credential.
  var present: VersionedCredential? { state.withLock { $0.versioned } }

  /// Returns whether a request receives the credential. Requests of the refresh itself don't.
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

  /// Returns the credential for the first attempt of a call, refreshed if it is about to expire.
  func reply() -> RefreshState.Reply {
    let reply = state.withLock { $0.ask(stale: nil, at: .zero, (0, .zero)) }
    guard case .ready(let versioned?) = reply, let refreshAt = versioned.refreshAt, refreshAt <= policy.now() else {
      return reply
    }
    return self.reply(to: versioned.generation)
  }

  /// Returns the credential for a call with a stale generation. Starts a refresh if necessary.
  func reply(to stale: Int) -> RefreshState.Reply {
    let now = anyClock.now()
    let limit = (count: policy.limit, since: now - policy.window.clamped)
    let reply = state.withLock { $0.ask(stale: stale, at: now, limit) }
    if case .refresh(let versioned, _) = reply { refresh(versioned) }
    return reply
  }

  /// Returns whether a credential that couldn't be refreshed may still be used, because it was only about to expire.
  func isUsable(_ versioned: VersionedCredential) -> Bool {
    guard let refreshAt = versioned.refreshAt, let expiresAt = versioned.expiresAt else { return false }
    return refreshAt..<max(refreshAt, expiresAt) ~= policy.now()
  }

  /// The error of too many refreshes.
  var excess: ExcessiveRefresh { ExcessiveRefresh(limit: policy.limit, window: policy.window) }

  /// Refreshes a credential in a separate task, which isn't cancelled.
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
