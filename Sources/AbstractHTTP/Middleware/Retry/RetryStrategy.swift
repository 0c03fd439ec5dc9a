import Foundation

/// Decides what to retry, and when.
final class RetryStrategy: Sendable {
  /// The state of one call.
  struct Call: Sendable {
    var retries = 0
    var wait = Duration.zero
  }

  let name: String
  private let policy: RetryPolicy
  private let anyClock: AnyClock
  private let counter: RetryBudgetCounter?
  private let now: @Sendable () -> Date

  init(_ policy: RetryPolicy, _ clock: any Clock<Duration>, _ now: @escaping @Sendable () -> Date) {
    self.policy = policy
    self.now = now
    name = "retry(\(max(policy.limit, 0)))"
    anyClock = AnyClock(clock)
    counter = policy.budget?.counter(on: clock, anyClock)
  }

  /// Counts a call.
  ///
  /// - Returns: The server for which it is counted.
  func begin(_ request: Request) -> String {
    guard let counter else { return "" }
    let host = request.host
    counter.call(to: host)
    return host
  }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    let host = begin(request)
    return try next.repeating(Call(), .send(request)) { call, outcome in
      self.decide(&call, outcome, of: request, to: host)
    }
  }

  func decide(
    _ call: inout Call,
    _ outcome: Result<Response, ConnectionError>,
    of request: Request,
    to host: String
  ) -> RetryDecision<Call> {
    guard let failure = policy.failure(in: outcome) else { return .final(outcome) }
    let asked = (try? outcome.get())?.retryAfter(now: now)
    if let obstacle = obstacle(call, request, asked, host) {
      request.report(.notRetrying(because: "\(obstacle)"))
      return .final(outcome.marked(obstacle, request))
    }
    (try? outcome.get())?.removeFile()
    call.retries += 1
    call.wait = max(min(policy.backoff(call.retries, after: call.wait), policy.waitLimit), asked ?? .zero)
    request.report(.retrying(after: call.wait, because: failure))
    let next = RetryDecision<Call>.send(request.caused(by: .retry(call.retries)))
    return call.wait > .zero ? waiting(call.wait, next) : next
  }

  /// Returns the reason against another retry. The budget is checked last, because that counts the retry.
  private func obstacle(_ call: Call, _ request: Request, _ asked: Duration?, _ host: String) -> RetryRefusal? {
    if !policy.allows(request) { return .method }
    if request.body?.isReplayable == false { return .body }
    if call.retries >= policy.limit { return .limit }
    if let asked, asked > policy.waitLimit { return .retryAfter }
    return counter?.retry(to: host) == false ? .budget : nil
  }

  private func waiting(_ wait: Duration, _ next: RetryDecision<Call>) -> RetryDecision<Call> {
    .wait { [anyClock] (_: inout Call) async throws(ConnectionError) in
      do {
        try await anyClock.sleep(wait)
      } catch {
        throw ConnectionError(.network, thrown: error)
      }
      return next
    }
  }
}

extension Result<Response, ConnectionError> {
  /// Returns the outcome with the reason why it wasn't retried.
  func marked(_ reason: RetryRefusal, _ request: Request) -> Self {
    switch self {
    case .success(let response): .success(response.marked(reason, request))
    case .failure(let error): .failure(error.marked(reason, request))
    }
  }
}
