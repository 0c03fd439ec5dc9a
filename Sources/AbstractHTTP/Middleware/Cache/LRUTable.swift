/// The state of a ``MemoryCache``: a table, and a linked list of its entries in the order of their last use.
struct LRUTable: Sendable {
  private struct Entry: Sendable {
    let url: String
    var responses: [StoredResponse]
    var byteCount: Int
    /// The next newer entry and the next older one; -1 for none.
    var newer = -1
    var older = -1
  }

  private let byteLimit: Int
  private(set) var byteCount = 0
  private var places: [String: Int] = [:]
  private var entries: [Entry] = []
  /// The unused indices of `entries`.
  private var free: [Int] = []
  private var newest = -1
  private var oldest = -1

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var count: Int { places.count }

  /// Returns the responses for an address, and marks them as most recently used.
  mutating func use(_ url: String) -> [StoredResponse] {
    guard let place = places[url] else { return [] }
    if place != newest {
      unlink(place)
      link(place)
    }
    return entries[place].responses
  }

  /// Replaces the responses for an address, and makes room for them.
  ///
  /// - Returns: The dropped responses.
  mutating func put(_ responses: [StoredResponse], of byteCount: Int, for url: String) -> [[StoredResponse]] {
    var dropped: [[StoredResponse]] = []
    if let place = places[url] { dropped.append(remove(place)) }
    guard !responses.isEmpty else { return dropped }
    add(Entry(url: url, responses: responses, byteCount: byteCount + url.utf8.count))
    while self.byteCount > byteLimit, oldest >= 0 { dropped.append(remove(oldest)) }
    return dropped
  }

  private mutating func add(_ entry: Entry) {
    let place = free.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    places[entry.url] = place
    byteCount += entry.byteCount
    link(place)
  }

  private mutating func remove(_ place: Int) -> [StoredResponse] {
    unlink(place)
    let entry = entries[place]
    places[entry.url] = nil
    byteCount -= entry.byteCount
    entries[place] = Entry(url: "", responses: [], byteCount: 0)
    free.append(place)
    return entry.responses
  }

  /// Marks an entry as the newest.
  private mutating func link(_ place: Int) {
    entries[place].older = newest
    entries[place].newer = -1
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    if newer >= 0 { entries[newer].older = older } else { newest = older }
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
  }
}
