import AbstractHTTP
import Foundation

/// The middleware of a round: one of each, shared by all calls that use it.
struct Stacks {
  static let permits = 16

  /// Whose permits are counted when everything is at rest.
  let concurrencyLimit = Middleware.concurrencyLimit(Self.permits, queue: 64)
  let rateLimit = Middleware.rateLimit(2_000, per: .seconds(1), burst: Self.permits, queue: 64)
  private let others: [Middleware]

  init() {
    let retrying = RetryPolicy(limit: 2, backoff: .constant(.milliseconds(5)).jittered(), budget: nil)
    let tokens = BearerTokens(BearerToken(access: "0"), policy: RefreshPolicy()) { old in
      try await Task.sleep(for: .milliseconds(5))
      return BearerToken(access: "\((Int(old.access) ?? 0) + 1)")
    }
    others = [
      .observe { _ in },
      .headers(["X-Soak": "1"]),
      Middleware("own") { request, next in try await next(request) },
      .fallback(to: Response(statusCode: 203), statuses: [503]),
      .coalesce(),
      .cache(MemoryCache(byteLimit: 1 << 20)),
      .timeout(attempt: .milliseconds(200)),
      .timeout(total: .milliseconds(500)),
      .retry(retrying),
      .bearer(tokens),
      .circuitBreaker(CircuitPolicy(of: 100, within: .seconds(1), breakDuration: .milliseconds(20))),
      .hedge(after: .milliseconds(20)),
      Middleware("attempt", at: .attempt) { request, next in try await next(request) },
    ]
  }

  /// Each of them with an even chance, in any order.
  func random(_ random: inout Random) -> [Middleware] {
    (others + [concurrencyLimit, rateLimit]).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
  }
}
