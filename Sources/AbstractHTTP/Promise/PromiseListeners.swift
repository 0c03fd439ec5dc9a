/// The listeners of a promise, in the order they were added. The first one needs no allocation.
struct PromiseListeners: Sendable {
  private var first: PromiseListener?

  /// Zero or one element: an array, because that takes a single word.
  private var rest: [ListenerTable]?

  init(first: PromiseListener? = nil) { self.first = first }

  var isEmpty: Bool { first == nil && rest == nil }

  var count: Int { (first == nil ? 0 : 1) + (rest?.first?.count ?? 0) }

  /// Whether the promise has listeners other than progress handlers.
  var hasWaiting: Bool {
    if let first, !first.isWatcher { return true }
    return rest?.first.map { $0.count > $0.watchers } ?? false
  }

  @inline(__always)
  mutating func append(_ listener: consuming PromiseListener) {
    if isEmpty { first = consume listener } else { appendToRest(listener) }
  }

  private mutating func appendToRest(_ listener: consuming PromiseListener) {
    var table = rest.take() ?? [ListenerTable()]
    table[0].append(listener)
    rest = table
  }

  /// Removes the listener with this identity, in constant time.
  ///
  /// - Returns: The listener, to be released after the lock is released.
  mutating func remove(_ identity: ObjectIdentifier) -> PromiseListener? {
    if let found = first, found.identity == identity { return first.take() }
    guard var table = rest.take() else { return nil }
    let removed = table[0].remove(identity)
    if table[0].count > 0 { rest = table }
    return removed
  }

  /// Passes each listener on, in order. The first one is released before the others are called.
  @inline(__always)
  consuming func forEach(_ body: (consuming PromiseListener) -> Void) {
    if let first = first.take() { body(first) }
    guard let rest else { return }
    for case let listener? in rest[0].entries { body(listener) }
  }

  /// Returns the promises that wait for this one, one after the other.
  func dependents() -> AnyIterator<PromiseCore> {
    var head = first?.dependent
    var rest = rest?.first?.entries.makeIterator()
    return AnyIterator {
      if let core = head.take() { return core }
      while let entry = rest?.next() {
        if let core = entry?.dependent { return core }
      }
      return nil
    }
  }
}

/// The listeners of a promise after the first. Adding and removing take constant time, on average.
struct ListenerTable: Sendable {
  /// The number of listeners up to which a linear search is used.
  private static let few = 16

  /// The listeners in the order they were added; nil for a removed one.
  private(set) var entries: [PromiseListener?] = []
  private(set) var count = 0
  private(set) var watchers = 0

  /// The index of each listener, built when the first of many listeners is removed.
  private var places: [ObjectIdentifier: Int]?

  mutating func append(_ listener: consuming PromiseListener) {
    if let identity = listener.identity { places?[identity] = entries.count }
    if listener.isWatcher { watchers += 1 }
    count += 1
    entries.append(listener)
  }

  mutating func remove(_ identity: ObjectIdentifier) -> PromiseListener? {
    guard let place = place(of: identity), let removed = entries[place].take() else { return nil }
    places?[identity] = nil
    if removed.isWatcher { watchers -= 1 }
    count -= 1
    if entries.count > Self.few, count < entries.count / 2 {
      entries.removeAll { $0 == nil }
      places = nil
    }
    return removed
  }

  private mutating func place(of identity: ObjectIdentifier) -> Int? {
    guard entries.count > Self.few else { return entries.firstIndex { $0?.identity == identity } }
    if let places { return places[identity] }
    var found: [ObjectIdentifier: Int] = [:]
    for (place, entry) in entries.enumerated() {
      if let identity = entry?.identity { found[identity] = place }
    }
    places = found
    return found[identity]
  }
}
