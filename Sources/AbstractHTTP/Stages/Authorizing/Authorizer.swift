import Foundation

/// Gives calls their credential, and renews it once for all of them.
final class Authorizer: Sendable {
  /// Whose credentials the present task renews: its requests pass without.
  @TaskLocal private static var renewed: Set<ObjectIdentifier> = []

  /// Whether a response refuses the credential.
  let isRefused: @Sendable (Response) -> Bool
  private let authorizes: @Sendable (Request) -> Bool
  private let policy: RefreshPolicy
  private let timepiece: Timepiece
  private let state = Locked(AuthorizationState())

  init(
    authorizes: @escaping @Sendable (Request) -> Bool,
    isRefused: @escaping @Sendable (Response) -> Bool,
    _ policy: RefreshPolicy
  ) {
    self.authorizes = authorizes
    self.isRefused = isRefused
    self.policy = policy
    timepiece = Timepiece(policy.clock)
  }

  /// The credential in use.
  var present: Seal? { state.withLock { $0.seal } }

  /// Whether a request is to be authorized, which one of the refresh's own is not.
  func concerns(_ request: Request) -> Bool {
    !Self.renewed.contains(ObjectIdentifier(self)) && authorizes(request)
  }

  func set(_ new: Seal?) {
    let new = new?.coming(into: self.policy.now(), leeway: self.policy.leeway)
    let (waiting, seal) = state.withLock { $0.set(new) }
    for answer in waiting { answer.give(.success(seal)) }
  }

  /// The credential for a call that has tried none yet, renewed if it is about to run out.
  func reply() -> AuthorizationState.Reply {
    let reply = state.withLock { $0.ask(stale: nil, at: .zero, (0, .zero)) }
    guard case .ready(let seal?) = reply, let refreshAt = seal.refreshAt, refreshAt <= policy.now() else {
      return reply
    }
    return self.reply(to: seal.generation)
  }

  /// The credential for a call whose generation is stale; starts a refresh if need be.
  func reply(to stale: Int) -> AuthorizationState.Reply {
    let now = timepiece.now()
    let limit = (count: policy.limit, since: now - policy.window.clamped)
    let reply = state.withLock { $0.ask(stale: stale, at: now, limit) }
    if case .refresh(let seal, _) = reply { refresh(seal) }
    return reply
  }

  /// Whether a credential that could not be renewed may still be used, since it was only about to run out.
  func isUsable(_ seal: Seal) -> Bool {
    guard let refreshAt = seal.refreshAt, let expiresAt = seal.expiresAt else { return false }
    return refreshAt..<max(refreshAt, expiresAt) ~= policy.now()
  }

  /// Too many refreshes.
  var excess: ExcessiveRefresh { ExcessiveRefresh(limit: policy.limit, window: policy.window) }

  /// Renews a credential in a task of its own, which nobody cancels.
  private func refresh(_ seal: Seal) {
    let renewed = Self.renewed.union([ObjectIdentifier(self)])
    Task(executorPreference: ThreadPool.shared) {
      let result: Result<Seal, any Error>
      do {
        let new = try await Self.$renewed.withValue(renewed) { try await seal.refreshed() }
        result = .success(new.coming(into: self.policy.now(), leeway: self.policy.leeway))
      } catch {
        result = .failure(RefreshFailed(reason: error))
      }
      let (waiting, outcome) = self.state.withLock { $0.end(seal.generation, result) }
      for answer in waiting { answer.give(outcome) }
    }
  }
}
