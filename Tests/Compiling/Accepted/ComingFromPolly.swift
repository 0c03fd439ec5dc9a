// The code in the right column of the guide "Coming from Polly".
import AbstractHTTP
import Foundation

enum Tenant: RequestContextKey { typealias Value = String }

func strategies(_ connection: Connection<String>, _ url: URL, _ clock: any Clock<Duration>, _ spare: Response) throws {
  connection.use(.retry(), .timeout(attempt: .seconds(10)))
  _ = Client { $0.use(.retry(), .circuitBreaker()) }
  print(connection)

  var retry = RetryPolicy(limit: 3, backoff: .exponential(from: .seconds(2)).jittered())
  retry.statusCodes = [500, 503]
  retry.errorCodes.insert(.cannotParseResponse)
  retry.isFailure = { response in response.data.isEmpty }
  retry.isTransient = { error in error is CircuitOpen }
  retry.methods.insert(.post)
  retry.waitLimit = .seconds(30)
  retry.budget = nil
  retry.backoff = .constant(.seconds(2))
  retry.backoff = .linear(by: .seconds(2))
  retry.backoff = Backoff { retry in .seconds(retry) }
  retry.backoff = .decorrelated(from: .seconds(1))
  connection.use(.retry(retry, clock: clock))

  var policy = CircuitPolicy(failureRatio: 0.1, of: 100, within: .seconds(30), breakDuration: .seconds(5))
  policy.probes = 1
  policy.scope = .shared
  policy.isFailure = { result in CircuitPolicy.isServerFailure(result) }
  let breaker = CircuitBreaker(policy)
  connection.use(.circuitBreaker(breaker))
  print(breaker.state(for: url))
  breaker.isolate(url)
  breaker.reset(url)

  connection.use(.fallback(to: spare))
  connection.use(.fallback(to: spare, statuses: [503]) { error in error.type == .network })
  connection.use(.fallback { error in spare })
  connection.use(.hedge(after: .seconds(2), attempts: 2))
  connection.use(.hedge(after: .percentile(0.95)))
  connection.use(.concurrencyLimit(10, queue: 0))
  connection.use(.rateLimit(100, per: .seconds(60), burst: 10))
  connection.use(.timeout(attempt: .seconds(10), total: .seconds(30)))
  connection.use(.coalesce(), .cache())
  connection.use(.observe { event in print(event.kind) })
  connection.use(.trace { trace in print(trace) })
  connection.httpConnector = StubConnector.failing(URLError(.timedOut))
  connection.httpConnector = StubConnector(spare).delayed(by: .seconds(3))
}

func standard() -> [Middleware] {
  [
    .concurrencyLimit(1_000, queue: 0), .timeout(attempt: .seconds(10), total: .seconds(30)),
    .retry(RetryPolicy(limit: 3, backoff: .exponential(from: .seconds(2)).jittered())),
    .circuitBreaker(CircuitPolicy(failureRatio: 0.1, of: 100)),
  ]
}

func custom() -> Middleware {
  Middleware("tenant", at: .attempt) { request, next in
    var request = request
    request.context[Tenant.self] = "acme"
    return try await next(request)
  }
}

func anyWork(_ work: @escaping @Sendable () async throws -> Int) async throws -> Int {
  let promise = Promise<Never, Int, any Error> { try await work() }
  return try await promise.retry(3, after: .constant(.seconds(2))).timeout(.seconds(30)).value
}

func read(_ error: ConnectionError) {
  print(error.isTimeout, error.notRetried ?? "", error.cause(as: CircuitOpen.self) ?? "")
}
