public import Foundation

extension Middleware {
  /// Sends a request again when it failed in a way that may be over in a moment.
  ///
  /// ```swift
  /// connection.use(.retry())                            // up to two retries, see RetryPolicy
  /// connection.use(.retry(RetryPolicy(limit: 4)))
  /// ```
  ///
  /// The wait before a retry is the backoff's, or what the server's `Retry-After` asks for if that is longer. Once the
  /// retries are used up the last outcome counts: the last response goes on to `validate`, with its body, or the last error
  /// is thrown. ``ConnectionError/notRetried`` says why there was no further try.
  ///
  /// It is told each call's request as it comes, so that what is idempotent is decided before anything inside changes it.
  /// A cancel ends a try and a wait at once, and is never retried.
  ///
  /// - Parameters:
  ///   - policy: What is retried, how often and when; ``RetryPolicy/default`` by default.
  ///   - clock: Measures the waits; the continuous clock by default.
  ///   - now: The time of day, for a `Retry-After` that names a moment in a response without `Date`.
  public static func retry(
    _ policy: RetryPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Middleware {
    let retrier = Retrier(policy, clock, now)
    return Middleware(retrier.name, slot: .retry) { $0.retrying(by: retrier) }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Sends a request again when it failed in a way that may be over in a moment: what ``Middleware/retry(_:clock:now:)`` does.
  public func retrying(
    _ policy: RetryPolicy = .default,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Self {
    let retrier = Retrier(policy, clock, now)
    return Stage(outline: .wrapped(retrier.name, outline), run: retrying(by: retrier).run)
  }

  func retrying(by retrier: Retrier) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      let host = retrier.begin(request)
      return try repeating(Retrier.Call(), .send(request)) { call, outcome in
        retrier.judge(&call, outcome, of: request, to: host)
      }
    }
  }
}

/// Decides what is retried, and when.
final class Retrier: Sendable {
  /// What one call remembers.
  struct Call: Sendable {
    var retries = 0
    var wait = Duration.zero
  }

  let name: String
  private let policy: RetryPolicy
  private let timepiece: Timepiece
  private let ledger: RetryLedger?
  private let now: @Sendable () -> Date

  init(_ policy: RetryPolicy, _ clock: any Clock<Duration>, _ now: @escaping @Sendable () -> Date) {
    self.policy = policy
    self.now = now
    name = "retry(\(max(policy.limit, 0)))"
    timepiece = Timepiece(clock)
    ledger = policy.budget?.ledger(on: clock, timepiece)
  }

  /// Counts a call.
  ///
  /// - Returns: The server that it is counted for.
  func begin(_ request: Request) -> String {
    guard let ledger else { return "" }
    let host = request.host
    ledger.call(to: host)
    return host
  }

  func judge(
    _ call: inout Call,
    _ outcome: Result<Response, ConnectionError>,
    of request: Request,
    to host: String
  ) -> Verdict<Call> {
    guard let failure = policy.failure(in: outcome) else { return .final(outcome) }
    let asked = (try? outcome.get())?.retryAfter(now: now)
    if let obstacle = obstacle(call, request, asked, host) {
      request.report(.notRetrying(because: "\(obstacle)"))
      return .final(outcome.marked(obstacle, request))
    }
    call.retries += 1
    call.wait = max(min(policy.backoff(call.retries, after: call.wait), policy.waitLimit), asked ?? .zero)
    request.report(.retrying(after: call.wait, because: failure))
    let next = Verdict<Call>.send(request.caused(by: .retry(call.retries)))
    return call.wait > .zero ? waiting(call.wait, next) : next
  }

  /// What stands against one more retry; last the budget, which would count it.
  private func obstacle(_ call: Call, _ request: Request, _ asked: Duration?, _ host: String) -> NotRetried? {
    if !policy.allows(request) { return .method }
    if request.body?.isReplayable == false { return .body }
    if call.retries >= policy.limit { return .limit }
    if let asked, asked > policy.waitLimit { return .retryAfter }
    return ledger?.retry(to: host) == false ? .budget : nil
  }

  private func waiting(_ wait: Duration, _ next: Verdict<Call>) -> Verdict<Call> {
    .wait { [timepiece] (_: inout Call) async throws(ConnectionError) in
      do {
        try await timepiece.sleep(wait)
      } catch {
        throw ConnectionError(.network, thrown: error)
      }
      return next
    }
  }
}

extension Result<Response, ConnectionError> {
  /// The same outcome, which says why it was not retried.
  func marked(_ reason: NotRetried, _ request: Request) -> Self {
    switch self {
    case .success(let response): .success(response.marked(reason, request))
    case .failure(let error): .failure(error.marked(reason, request))
    }
  }
}
