import Testing

@testable import AbstractHTTPTesting
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ObservedValueTests {
  @Test func `wakes those whose condition holds, with the value, and no others`() async throws {
    let watched = ObservedValue(0)
    let two = Task { try await watched.wait { $0 >= 2 } }
    let nine = Task { try await watched.wait { $0 >= 9 } }

    watched.update { $0 = 1 }
    watched.update { $0 = 2 }

    #expect(try await two.value == 2)
    watched.update { $0 = 10 }
    #expect(try await nine.value == 10)
  }

  @Test func `a task that is cancelled while it waits wakes at once`() async throws {
    let (watched, asked) = (ObservedValue(0), Gate())
    let task = Task {
      try await watched.wait { _ in
        asked.open()
        return false
      }
    }
    try await asked.wait()

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
