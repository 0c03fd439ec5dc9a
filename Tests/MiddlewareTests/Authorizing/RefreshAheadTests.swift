import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Credentials are renewed a while before they run out.
@Suite(.timeLimit(.minutes(1)))
struct RefreshAheadTests {
  private let noon = Date(timeIntervalSince1970: 1_800_000_000)
  private let elapsed = Elapsed()
  private let connector = StubConnector()
  private let refreshes = Counter()

  private func tokens(
    until seconds: Double?,
    next: Double? = 3_600,
    failing error: (any Error)? = nil
  ) -> BearerTokens {
    var policy = RefreshPolicy(clock: TestClock()) { [self] in noon + elapsed.seconds }
    policy.leeway = .seconds(60)
    let token = BearerToken(access: "old", refresh: "r", expiresAt: seconds.map { noon + $0 })
    return BearerTokens(token, policy: policy) { [self] _ in
      if let error { throw error }
      let number = refreshes.next()
      return BearerToken(access: "new\(number)", expiresAt: next.map { noon + elapsed.seconds + $0 })
    }
  }

  /// What a request is sent with, at a time.
  private func sent(_ tokens: BearerTokens, at seconds: Double) async throws -> String? {
    elapsed.set(seconds)
    let stage = Stage.sending(over: connector).wrapped(in: [.bearer(tokens)])
    return try await stage(Request(url: URL(http: "http://h.test/"))).request?.headers["Authorization"]
  }

  @Test(arguments: [(0.0, "old"), (3_539, "old"), (3_540, "new1"), (4_000, "new1")] as [(Double, String)])
  func `a credential is renewed a minute before it runs out`(seconds: Double, token: String) async throws {
    #expect(try await sent(tokens(until: 3_600), at: seconds) == "Bearer \(token)")
  }

  @Test func `a credential that never expires is never refreshed early`() async throws {
    #expect(try await sent(tokens(until: nil), at: 1e12) == "Bearer old")
  }

  @Test func `a short-lived one is renewed in the middle of its life, and not for every request`() async throws {
    let tokens = tokens(until: 3_600, next: 20)

    for (seconds, token) in [(3_600.0, "new1"), (3_609, "new1"), (3_610, "new2"), (3_619, "new2")] {
      #expect(try await sent(tokens, at: seconds) == "Bearer \(token)")
    }
  }

  @Test func `a credential that has expired on arrival is used until it is rejected`() async throws {
    let tokens = tokens(until: 3_600, next: -5)

    #expect(try await sent(tokens, at: 3_600) == "Bearer new1")
    #expect(try await sent(tokens, at: 9_000) == "Bearer new1")
  }

  @Test func `if it cannot be renewed ahead, it serves until it runs out`() async throws {
    let tokens = tokens(until: 3_600, failing: URLError(.timedOut))

    #expect(try await sent(tokens, at: 3_550) == "Bearer old")
    let error = await #expect(throws: ConnectionError.self) { try await sent(tokens, at: 3_600) }

    #expect(error?.nativeError is RefreshFailed)
    #expect(error?.request != nil)
    #expect(connector.requestCount == 1)
  }

  @Test func `after too many failures it is sent as it is, and the server decides`() async throws {
    let tokens = tokens(until: 3_600, failing: URLError(.timedOut))
    for _ in 0..<5 { _ = try await sent(tokens, at: 3_550) }

    #expect(try await sent(tokens, at: 9_000) == "Bearer old")
  }

  @Test func `many calls with an expiring credential cause one refresh`() async throws {
    let tokens = tokens(until: 3_600)
    elapsed.set(3_600)
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: [.bearer(tokens)]))
    let request = Request(url: try URL(http: "http://h.test/"))

    let calls = (0..<500).map { _ in pipeline.start(request) }
    for call in calls { _ = try await call.value }

    #expect(refreshes.next() == 2)
    #expect(connector.requests.allSatisfy { $0.headers["Authorization"] == "Bearer new1" })
  }
}

/// The time of day, as the test sets it.
private final class Elapsed: Sendable {
  private let state = Locked(0.0)

  var seconds: Double { state.withLock { $0 } }

  func set(_ seconds: Double) { state.withLock { $0 = seconds } }
}
