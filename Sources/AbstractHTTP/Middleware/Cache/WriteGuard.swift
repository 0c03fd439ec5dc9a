/// Tracks the responses on their way into a store, so that a response that was requested before its address was
/// invalidated isn't stored afterwards, and an address is revalidated in the background only once at a time.
final class WriteGuard: Sendable {
  /// The state at the start of a fetch.
  struct Ticket: Sendable, Hashable {
    let url: String
    fileprivate let era: Int
  }

  private struct Fetches {
    var count = 0
    var era = 0
  }

  private struct State {
    var fetches: [String: Fetches] = [:]
    var revalidated: Set<String> = []
  }

  /// The maximum number of addresses that are revalidated in the background at once.
  static let backgroundLimit = 16

  private let state = Locked(State())

  /// Records that a response is being fetched, until ``end(_:)``.
  func begin(_ url: String) -> Ticket {
    state.withLock { state in
      state.fetches[url, default: Fetches()].count += 1
      return Ticket(url: url, era: state.fetches[url]?.era ?? 0)
    }
  }

  func end(_ ticket: Ticket) {
    state.withLock { state in
      guard var fetches = state.fetches[ticket.url] else { return }
      fetches.count -= 1
      state.fetches[ticket.url] = fetches.count > 0 ? fetches : nil
    }
  }

  /// Returns whether the result of a fetch may still be stored.
  func isCurrent(_ ticket: Ticket) -> Bool {
    state.withLock { $0.fetches[ticket.url]?.era == ticket.era }
  }

  /// Keeps responses that are being fetched out of the store.
  func invalidate(_ url: String) {
    state.withLock { $0.fetches[url]?.era += 1 }
  }

  /// Keeps all responses that are being fetched out of the store.
  func invalidateAll() {
    state.withLock { state in
      for url in state.fetches.keys { state.fetches[url]?.era += 1 }
    }
  }

  /// Returns whether an address may be revalidated in the background now. If so, it is reserved until
  /// ``endRevalidating(_:)``.
  func beginRevalidating(_ url: String) -> Bool {
    state.withLock { state in
      guard state.revalidated.count < Self.backgroundLimit else { return false }
      return state.revalidated.insert(url).inserted
    }
  }

  func endRevalidating(_ url: String) { state.withLock { _ = $0.revalidated.remove(url) } }
}

/// A store that tracks the responses on their way into it, from all its users.
protocol TrafficStore: CacheStore {
  var writeGuard: WriteGuard { get }
}
