/// The rate limiters of all servers.
final class RateLimitStrategy: Sendable {
  private static let name = "rateLimit"

  private let policy: GCRALimiter.Policy
  private let scope: MiddlewareScope
  private let anyClock: AnyClock
  private let paces: HostTable<GCRALimiter>
  private let latest: LatestTime

  init(_ policy: GCRALimiter.Policy, scope: MiddlewareScope, clock: any Clock<Duration>) {
    let latest = LatestTime()
    self.policy = policy
    self.scope = scope
    self.latest = latest
    anyClock = AnyClock(clock)
    paces = HostTable(GCRALimiter()) { $0.isIdle(at: latest.time) }
  }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    let host = scope.key(of: request)
    let now = anyClock.now()
    latest.note(now)
    let entry = paces.withState(of: host) { $0.enter(at: now, policy) }
    switch entry {
    case .admitted: return try next.run(request)
    case .refused(let waiting):
      throw ConnectionError(.network, nativeError: QueueFull(name: Self.name, waiting: waiting))
    case .leading, .queued: break
    }
    request.report(.queued(by: Self.name))
    return .suspended(
      Rest { () async throws(ConnectionError) in
        if case .queued(let place) = entry {
          try await place.wait { self.paces.withState(of: host) { $0.leave(place) } }
        }
        try await self.lead(host)
        request.report(.admitted(by: Self.name))
        return try await next.run(request).output
      }
    )
  }

  /// Waits as the first in the queue until it is time, and then wakes the next one.
  private func lead(_ host: String) async throws(ConnectionError) {
    do {
      while true {
        try Task.checkCancellation()
        let now = anyClock.now()
        let (wait, next) = paces.withState(of: host) { $0.lead(at: now, policy) }
        next?.give(.success(()))
        if wait <= .zero { return }
        try await anyClock.sleep(wait)
      }
    } catch {
      paces.withState(of: host) { $0.handOver() }?.give(.success(()))
      throw ConnectionError(.network, thrown: error)
    }
  }
}

/// The most recently read time, for code that can't read the clock itself.
final class LatestTime: Sendable {
  private let latest = Locked(Duration.zero)

  var time: Duration { latest.withLock { $0 } }

  func note(_ now: Duration) { latest.withLock { $0 = max($0, now) } }
}
