/// Permits and the requests that wait for them: a pure state machine, whose methods return the actions to perform after
/// the lock is released.
struct Semaphore: Sendable {
  enum Entry: Sendable {
    case admitted
    case queued(WaiterQueue.Place)
    case refused(waiting: Int)
  }

  private var taken = 0
  private var line = WaiterQueue()

  var isIdle: Bool { taken == 0 && line.count == 0 }

  /// Takes a permit, or a place in the queue.
  mutating func enter(limit: Int, queue: Int) -> Entry {
    if taken < limit {
      taken += 1
      return .admitted
    }
    guard line.count < queue else { return .refused(waiting: line.count) }
    return .queued(line.join())
  }

  /// Returns a permit.
  ///
  /// - Returns: The turn of the waiter that receives the permit.
  mutating func leave() -> OneShot<Void>? {
    let next = line.call()
    if next == nil { taken -= 1 }
    return next
  }

  mutating func leave(_ place: WaiterQueue.Place) -> Bool { line.leave(place) }
}
