/// Runs parallel attempts, and records how long requests take.
final class HedgeStrategy: Sendable {
  private typealias Attempt = HedgeState.Attempt

  private let delay: HedgeDelay
  private let attempts: Int
  private let anyClock: AnyClock
  private let latencies = HostTable(LatencyHistogram()) { _ in true }

  init(after delay: HedgeDelay, attempts: Int, clock: any Clock<Duration>) {
    self.delay = delay
    self.attempts = attempts
    anyClock = AnyClock(clock)
  }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    guard attempts > 1, request.canBeHedged else { return try next.run(request) }
    let start = delay.percentile == nil ? .zero : anyClock.now()
    switch try next.run(request) {
    case .finished(let response):
      return .finished(response)
    case .suspended(let first):
      return .suspended(
        Rest { () async throws(ConnectionError) in
          let result = await self.race(first, request, next)
          self.learn(from: result, since: start, request)
          return try result.get()
        }
      )
    }
  }

  /// Returns how long to wait before the next attempt.
  private func delay(for request: Request) -> Duration {
    guard let part = delay.percentile else { return delay.fixed }
    return latencies.withState(of: request.host) { $0.percentile(part) } ?? delay.fixed
  }

  /// Records how long the call took. If a later attempt won, the first one would have taken even longer.
  private func learn(from result: Attempt, since start: Duration, _ request: Request) {
    guard delay.percentile != nil, result.endsRace, case .success = result else { return }
    let latency = anyClock.now() - start
    latencies.withState(of: request.host) { $0.add(latency) }
  }

  /// Runs attempts in parallel. Those still running when the race is decided are cancelled.
  private func race(
    _ first: Rest<Response>,
    _ request: Request,
    _ next: Stage<Request, Response>
  ) async -> Attempt {
    let delay = delay(for: request)
    return await withTaskGroup(of: HedgeState.Event.self) { group in
      var race = HedgeState(limit: attempts)
      group.addTask { .ended(0, await first.result) }
      group.addTask { await self.sleep(delay) }
      for await event in group {
        switch race.take(event) {
        case .begin where Task.isCancelled:
          break
        case .begin(let number, let waitsOn):
          request.report(.hedging(after: delay))
          group.addTask { .ended(number, await next.result(request.caused(by: .hedge))) }
          if waitsOn { group.addTask { await self.sleep(delay) } }
        case .decide(let result):
          group.cancelAll()
          return result
        case nil:
          break
        }
      }
      return .failure(ConnectionError(.cancelled))
    }
  }

  private func sleep(_ delay: Duration) async -> HedgeState.Event {
    do {
      try await anyClock.sleep(delay)
      return .due
    } catch {
      return .stopped
    }
  }
}
