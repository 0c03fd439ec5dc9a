/// A least-recently-used cache in memory, with a limit in bytes.
///
/// ```swift
/// let cache = MemoryCache(byteLimit: 5 * 1024 * 1024)
/// connection.use(.cache(cache))
/// ```
///
/// Reading and writing take constant time. One address takes at most an eighth of the limit: older variants are
/// dropped, and a larger response isn't stored. All members may be used from any thread.
public final class MemoryCache: CacheStore {
  /// The default store of all connections, with a limit of 20 MB.
  public static let shared = MemoryCache()

  /// The limit in bytes, including headers.
  public let byteLimit: Int

  let writeGuard = WriteGuard()
  private let table: Locked<LRUTable>

  /// Creates an empty cache.
  ///
  /// - Parameter byteLimit: The limit in bytes. Defaults to 20 MB. With a limit of zero or less, nothing is stored.
  public init(byteLimit: Int = 20 * 1024 * 1024) {
    self.byteLimit = byteLimit
    table = Locked(LRUTable(byteLimit: byteLimit))
  }

  /// The number of stored bytes.
  public var byteCount: Int { table.withLock { $0.byteCount } }

  /// The number of addresses with stored responses.
  public var count: Int { table.withLock { $0.count } }

  /// Returns the responses that are stored for an address, and marks them as recently used.
  public func responses(for url: String) -> [StoredResponse] { table.withLock { $0.use(url) } }

  /// Stores responses for an address, and drops the least recently used ones.
  @discardableResult
  public func store(_ responses: [StoredResponse], for url: String) -> Bool {
    let (kept, byteCount) = responses.fitting(byteLimit / 8)
    // NB: the dropped responses are released here, outside the lock.
    let dropped = table.withLock { $0.put(kept, of: byteCount, for: url) }
    return withExtendedLifetime(dropped) { !kept.isEmpty }
  }

  /// Removes all responses, including those about to be stored.
  public func removeAll() {
    writeGuard.invalidateAll()
    let dropped = table.withLock { table in
      let old = table
      table = LRUTable(byteLimit: byteLimit)
      return old
    }
    withExtendedLifetime(dropped) {}
  }
}

extension MemoryCache: TrafficStore {}

extension [StoredResponse] {
  /// Returns as many of the first responses as fit, and their size; none if the first doesn't fit.
  func fitting(_ byteLimit: Int) -> (responses: [StoredResponse], byteCount: Int) {
    var byteCount = 0
    let fitting = prefix { response in
      byteCount += response.byteCount
      return byteCount <= byteLimit
    }
    return (Array(fitting), fitting.reduce(0) { $0 + $1.byteCount })
  }
}
