import AbstractHTTPTesting

@testable import AbstractHTTP
@testable import TestSupport

/// A store whose writes can be waited for, and held up. Nothing in it but the memory's own.
final class WatchedStore: TrafficStore {
  private let memory = MemoryCache()
  private let writes = AsyncStream<Void>.makeStream()
  private let atWrite: @Sendable (String) -> Void

  init(atWrite: @escaping @Sendable (String) -> Void = { _ in }) { self.atWrite = atWrite }

  var writeGuard: WriteGuard { memory.writeGuard }

  func responses(for url: String) -> [StoredResponse] { memory.responses(for: url) }

  func store(_ responses: [StoredResponse], for url: String) -> Bool {
    atWrite(url)
    defer { writes.continuation.yield() }
    return memory.store(responses, for: url)
  }

  func removeAll() { memory.removeAll() }

  /// Waits for so many writes, none of which was waited for before.
  func waitForWrites(_ count: Int) async throws {
    var left = count
    for await _ in writes.stream {
      left -= 1
      if left == 0 { return }
    }
  }
}
