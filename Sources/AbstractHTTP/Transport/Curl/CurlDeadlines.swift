#if os(Linux)
  /// Handles ordered by their deadlines: a binary heap, so that each change costs O(log n).
  struct CurlDeadlines {
    typealias Entry = (due: ContinuousClock.Instant, handle: CurlHandle)

    private var entries: [Entry] = []

    /// The earliest entry; `nil` if there is none.
    var first: Entry? { entries.first }

    func contains(_ handle: CurlHandle) -> Bool { handle.place != nil }

    /// Inserts or moves a handle.
    mutating func set(_ handle: CurlHandle, _ due: ContinuousClock.Instant) {
      let place = handle.place ?? entries.count
      if place == entries.count { entries.append((due, handle)) } else { entries[place].due = due }
      settle(place)
    }

    /// Removes a handle, if it is present.
    mutating func remove(_ handle: CurlHandle) {
      guard let place = handle.place else { return }
      handle.place = nil
      let last = entries.removeLast()
      guard place < entries.count else { return }
      entries[place] = last
      settle(place)
    }

    /// Moves an entry up or down to its position.
    private mutating func settle(_ start: Int) {
      let entry = entries[start]
      var place = start
      while place > 0, case let parent = (place - 1) / 2, entries[parent].due > entry.due {
        put(entries[parent], at: place)
        place = parent
      }
      while let child = earlierChild(of: place), entries[child].due < entry.due {
        put(entries[child], at: place)
        place = child
      }
      put(entry, at: place)
    }

    private func earlierChild(of place: Int) -> Int? {
      let (left, right) = (2 * place + 1, 2 * place + 2)
      guard left < entries.count else { return nil }
      return right < entries.count && entries[right].due < entries[left].due ? right : left
    }

    private mutating func put(_ entry: Entry, at place: Int) {
      entries[place] = entry
      entry.handle.place = place
    }
  }
#endif
