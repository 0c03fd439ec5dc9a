import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RefreshStateTests {
  private struct Refused: Error {}
  private struct Nothing: Authenticator {
    func apply(_ credential: String, to request: inout Request) {}
    func refresh(_ credential: String) async throws -> String { credential }
  }

  private static func versioned(_ name: String) -> VersionedCredential { VersionedCredential(name, by: Nothing()) }

  private func state(_ name: String? = "a") -> RefreshState {
    var state = RefreshState()
    _ = state.set(name.map(Self.versioned))
    return state
  }

  /// What a reply says, in a word.
  private func ask(_ state: inout RefreshState, stale: Int? = nil, at seconds: Int = 0) -> String {
    let limit = (count: 2, since: Duration.seconds(seconds - 30))
    switch state.ask(stale: stale, at: .seconds(seconds), limit) {
    case .ready(let versioned): return versioned.map { "\($0.credential)\($0.generation)" } ?? "none"
    case .wait: return "wait"
    case .refresh(let versioned, _): return "refresh \(versioned.credential)\(versioned.generation)"
    case .refuse: return "refuse"
    }
  }

  @Test func `without a credential there is nothing to ask for`() {
    var state = state(nil)

    #expect(ask(&state) == "none")
    #expect(ask(&state, stale: 1) == "none")
  }

  @Test func `the first that finds it stale starts a refresh, and all others wait`() {
    var state = state()

    #expect(ask(&state) == "a1")
    #expect(ask(&state, stale: 1) == "refresh a1")
    #expect(ask(&state, stale: 1) == "wait")
    #expect(ask(&state) == "wait")
    #expect(state.end(1, .success(Self.versioned("b"))).waiting.count == 3)
    #expect(ask(&state) == "b2")
  }

  @Test func `an older generation receives the newer one`() {
    var state = state()
    _ = ask(&state, stale: 1)
    _ = state.end(1, .success(Self.versioned("b")))

    #expect(ask(&state, stale: 1) == "b2")
    #expect(ask(&state, stale: 2) == "refresh b2")
  }

  @Test func `a failed refresh leaves the credential unchanged, and each waiter receives the error once`() {
    var state = state()
    _ = ask(&state, stale: 1)
    _ = ask(&state, stale: 1)

    let (waiting, result, _) = state.end(1, .failure(Refused()))

    #expect(waiting.count == 2)
    #expect(throws: Refused.self) { try result.get() }
    #expect(state.end(1, .failure(Refused())).waiting.isEmpty)
    #expect(ask(&state) == "a1")
    #expect(ask(&state, stale: 1) == "refresh a1")
  }

  @Test func `a new credential goes to the waiters, and a late refresh changes nothing`() {
    var state = state()
    _ = ask(&state, stale: 1)

    let (waiting, versioned, _) = state.set(Self.versioned("login"))
    let late = state.end(1, .success(Self.versioned("late")))

    #expect(waiting.count == 1)
    #expect(versioned?.generation == 2)
    #expect(late.waiting.isEmpty)
    #expect(ask(&state) == "login2")
  }

  @Test func `after a logout a late refresh does not log in again`() {
    var state = state()
    _ = ask(&state, stale: 1)

    _ = state.set(nil)
    _ = state.end(1, .success(Self.versioned("late")))

    #expect(ask(&state) == "none")
  }

  @Test func `the late end of a former refresh does not end the present one`() {
    var state = state()
    _ = ask(&state, stale: 1)
    _ = state.set(Self.versioned("b"))
    #expect(ask(&state, stale: 2) == "refresh b2")

    #expect(state.end(1, .failure(Refused())).waiting.isEmpty)
    #expect(ask(&state) == "wait")
  }

  @Test func `there are no more refreshes in a window than allowed`() {
    var state = state()
    for (generation, second) in [(1, 0), (2, 10)] {
      #expect(ask(&state, stale: generation, at: second).hasPrefix("refresh"))
      _ = state.end(generation, .success(Self.versioned("x")))
    }

    #expect(ask(&state, stale: 3, at: 29) == "refuse")
    #expect(ask(&state, stale: 3, at: 30) == "refresh x3")
    _ = state.end(3, .failure(Refused()))
    #expect(ask(&state, stale: 3, at: 39) == "refuse")
    #expect(ask(&state, at: 39) == "x3")
  }
}
