import AbstractHTTPTesting
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct GateTests {
  @Test func `lets through those who wait, and those who come later`() async throws {
    let gate = Gate()
    let waiting = (1...100).map { _ in Task { try await gate.wait() } }

    gate.open()

    for task in waiting { try await task.value }
    try await gate.wait()
    #expect(gate.isOpen)
  }

  @Test func `a cancelled task waits no longer`() async {
    let gate = Gate()
    let task = Task { try await gate.wait() }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!gate.isOpen)
  }
}
