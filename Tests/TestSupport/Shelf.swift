import AbstractHTTP
import Synchronization

/// The store that the article on the cache shows.
final class Shelf: CacheStore {
  private let shelf = Mutex<[String: [StoredResponse]]>([:])

  func responses(for url: String) -> [StoredResponse] { shelf.withLock { $0[url] ?? [] } }

  func store(_ responses: [StoredResponse], for url: String) -> Bool {
    shelf.withLock { $0[url] = responses.isEmpty ? nil : responses }
    return true
  }

  func removeAll() { shelf.withLock { $0 = [:] } }
}
