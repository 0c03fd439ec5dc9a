/// Scheduled actions, ordered by their moment. Actions of the same moment keep their order.
///
/// Adding, removing, and taking cost O(log n).
struct TimerHeap: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Entry: Sendable {
    let moment: Instant
    let id: UInt64

    func precedes(_ other: Entry) -> Bool { moment == other.moment ? id < other.id : moment < other.moment }
  }

  private var entries: [Entry] = []
  private var timers: [UInt64: (place: Int, fire: @Sendable () -> Void)] = [:]

  /// The earliest moment.
  var earliest: Instant? { entries.first?.moment }

  var count: Int { entries.count }

  mutating func add(_ id: UInt64, at moment: Instant, _ fire: @escaping @Sendable () -> Void) {
    timers[id] = (entries.count, fire)
    entries.append(Entry(moment: moment, id: id))
    rise(from: entries.count - 1)
  }

  /// - Returns: The removed action, to be released outside any lock.
  mutating func remove(_ id: UInt64) -> (@Sendable () -> Void)? {
    guard let (place, fire) = timers.removeValue(forKey: id) else { return nil }
    let last = entries.removeLast()
    if place < entries.count {
      put(last, at: place)
      rise(from: place)
      sink(from: place)
    }
    return fire
  }

  /// Takes the due actions.
  mutating func takeDue(at now: Instant) -> [@Sendable () -> Void] {
    var due: [@Sendable () -> Void] = []
    while let first = entries.first, first.moment <= now, let fire = remove(first.id) { due.append(fire) }
    return due
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    timers[entry.id]?.place = place
  }

  private mutating func rise(from start: Int) {
    let entry = entries[start]
    var place = start
    while place > 0, entry.precedes(entries[(place - 1) / 2]) {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    if place != start { put(entry, at: place) }
  }

  private mutating func sink(from start: Int) {
    let entry = entries[start]
    var place = start
    while let child = firstChild(of: place), entries[child].precedes(entry) {
      put(entries[child], at: place)
      place = child
    }
    if place != start { put(entry, at: place) }
  }
  private func firstChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < entries.count else { return nil }
    return right < entries.count && entries[right].precedes(entries[left]) ? right : left
  }
}
