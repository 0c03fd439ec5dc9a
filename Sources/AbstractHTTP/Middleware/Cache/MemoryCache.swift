/// Keeps responses in memory, the latest used of them: up to so many bytes.
///
/// ```swift
/// let cache = MemoryCache(byteLimit: 5 * 1024 * 1024)
/// connection.use(.cache(cache))
/// ```
///
/// Reading and writing take the same time however much is stored. What is stored for one address takes an eighth of the
/// limit at most: older variants are dropped, and a response that is larger by itself is not stored. Safe from any thread.
public final class MemoryCache: CacheStore {
  /// What every connection uses that names no other; 20 MB.
  public static let shared = MemoryCache()

  /// How much is kept, in bytes, headers included.
  public let byteLimit: Int

  let writeGuard = WriteGuard()
  private let table: Locked<LRUTable>

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: How much is kept, in bytes; 20 MB by default. Nothing is kept where it is zero or less.
  public init(byteLimit: Int = 20 * 1024 * 1024) {
    self.byteLimit = byteLimit
    table = Locked(LRUTable(byteLimit: byteLimit))
  }

  /// How many bytes are kept now.
  public var byteCount: Int { table.withLock { $0.byteCount } }

  /// How many addresses something is kept for.
  public var count: Int { table.withLock { $0.count } }

  /// What is stored for an address; it is the latest used then.
  public func responses(for url: String) -> [StoredResponse] { table.withLock { $0.use(url) } }

  /// Stores responses for an address, and drops what was not used for longest.
  @discardableResult
  public func store(_ responses: [StoredResponse], for url: String) -> Bool {
    let (kept, byteCount) = responses.fitting(byteLimit / 8)
    // NB: what is dropped is released here, out of the lock.
    let dropped = table.withLock { $0.put(kept, of: byteCount, for: url) }
    return withExtendedLifetime(dropped) { !kept.isEmpty }
  }

  /// Removes everything, also what is on its way into the cache.
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
  /// As many of the first as there is room for, and their size; none if there is no room for the first.
  func fitting(_ byteLimit: Int) -> (responses: [StoredResponse], byteCount: Int) {
    var byteCount = 0
    let fitting = prefix { response in
      byteCount += response.byteCount
      return byteCount <= byteLimit
    }
    return (Array(fitting), fitting.reduce(0) { $0 + $1.byteCount })
  }
}
