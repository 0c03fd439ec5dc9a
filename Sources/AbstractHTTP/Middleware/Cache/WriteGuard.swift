/// What is on its way into a store: so that a response that was asked for before its address was invalidated is not stored
/// afterwards, and that an address is revalidated in the background once at a time.
final class WriteGuard: Sendable {
  /// What a fetch began with.
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

  /// How many addresses are revalidated in the background at once.
  static let backgroundLimit = 16

  private let state = Locked(State())

  /// Notes that a response is being fetched, until ``end(_:)``.
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

  /// Whether what a fetch brings may be stored still.
  func isCurrent(_ ticket: Ticket) -> Bool {
    state.withLock { $0.fetches[ticket.url]?.era == ticket.era }
  }

  /// Keeps what is being fetched out of the store.
  func invalidate(_ url: String) {
    state.withLock { $0.fetches[url]?.era += 1 }
  }

  /// Keeps everything that is being fetched out of the store.
  func invalidateAll() {
    state.withLock { state in
      for url in state.fetches.keys { state.fetches[url]?.era += 1 }
    }
  }

  /// Whether an address may be revalidated in the background now; if so, it is until ``endRevalidating(_:)``.
  func beginRevalidating(_ url: String) -> Bool {
    state.withLock { state in
      guard state.revalidated.count < Self.backgroundLimit else { return false }
      return state.revalidated.insert(url).inserted
    }
  }

  func endRevalidating(_ url: String) { state.withLock { _ = $0.revalidated.remove(url) } }
}

/// A store that knows what is on its way into it, from wherever.
protocol TrafficStore: CacheStore {
  var writeGuard: WriteGuard { get }
}
