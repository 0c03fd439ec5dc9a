/// A queue of waiters. Each one can leave from any position, in constant time.
struct WaiterQueue: Sendable {
  /// A place in the queue.
  struct Place: Sendable {
    let number: Int
    let turn: OneShot<Void>
  }

  private var waiting: [Int: OneShot<Void>] = [:]
  private var first = 0
  private var next = 0

  var count: Int { waiting.count }

  /// Takes the last place in the queue.
  mutating func join() -> Place {
    defer { next += 1 }
    let turn = OneShot<Void>()
    waiting[next] = turn
    return Place(number: next, turn: turn)
  }

  /// Gives up a place.
  ///
  /// - Returns: Whether it was still in the queue; otherwise, its turn has come.
  mutating func leave(_ place: Place) -> Bool { waiting.removeValue(forKey: place.number) != nil }

  /// Removes the first waiter from the queue.
  ///
  /// - Returns: The turn to give; `nil` if the queue is empty.
  mutating func call() -> OneShot<Void>? {
    guard !waiting.isEmpty else { return nil }
    while first < next {
      defer { first += 1 }
      if let turn = waiting.removeValue(forKey: first) { return turn }
    }
    return nil
  }
}

extension WaiterQueue.Place {
  /// Waits for the turn.
  ///
  /// - Parameter leave: Leaves the queue, and returns whether the waiter was still in it. A waiter either leaves or
  ///   gets its turn, so that no turn is lost.
  /// - Throws: `.cancelled` as soon as the task is cancelled before the turn.
  func wait(orLeave leave: @escaping @Sendable () -> Bool) async throws(ConnectionError) {
    let result = await withTaskCancellationHandler {
      await turn.awaited()
    } onCancel: {
      if leave() { turn.give(.failure(CancellationError())) }
    }
    try result.named(.network)
  }
}

/// The error of a limiter whose queue is full. The request wasn't sent.
public struct QueueFull: AbstractHTTPError, Hashable {
  /// The middleware whose queue is full: `concurrencyLimit` or `rateLimit`.
  public let name: String

  /// The number of waiting requests.
  public let waiting: Int

  /// A description of the error.
  public var description: String { "the queue of \(name) is full: \(waiting) requests are already waiting" }
}

extension QueueFull {
  /// The key of the sentence for the user, ``ErrorMessages/Key/busy``.
  public var message: ErrorMessages.Key { .busy }
}
