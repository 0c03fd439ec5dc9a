/// Those who wait for their turn, in the order they came; anybody may leave, from wherever in the line, at O(1).
struct WaiterQueue: Sendable {
  /// A place in the line.
  struct Place: Sendable {
    let number: Int
    let turn: OneShot<Void>
  }

  private var waiting: [Int: OneShot<Void>] = [:]
  private var first = 0
  private var next = 0

  var count: Int { waiting.count }

  /// Takes the last place.
  mutating func join() -> Place {
    defer { next += 1 }
    let turn = OneShot<Void>()
    waiting[next] = turn
    return Place(number: next, turn: turn)
  }

  /// Gives up a place.
  ///
  /// - Returns: Whether it was still in the line; otherwise its turn has come.
  mutating func leave(_ place: Place) -> Bool { waiting.removeValue(forKey: place.number) != nil }

  /// Takes the first one out of the line.
  ///
  /// - Returns: The turn that is to be given; nothing if nobody waits.
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
  /// Waits until the turn has come.
  ///
  /// - Parameter leave: Leaves the line, and says whether the place was still in it. Of leaving and being called only one
  ///   happens, so that a turn that was given is always taken.
  /// - Throws: `.cancelled`, as soon as the task is cancelled, if the turn has not come.
  func wait(orLeave leave: @escaping @Sendable () -> Bool) async throws(ConnectionError) {
    let result = await withTaskCancellationHandler {
      await turn.awaited()
    } onCancel: {
      if leave() { turn.give(.failure(CancellationError())) }
    }
    try result.named(.network)
  }
}

/// A request was to wait for its turn, and too many were waiting already. It was not sent.
public struct QueueFull: AbstractHTTPError, Hashable {
  /// The middleware whose queue is full: `concurrencyLimit` or `rateLimit`.
  public let name: String

  /// How many were waiting.
  public let waiting: Int

  /// What is wrong, in words.
  public var description: String { "the queue of \(name) is full: \(waiting) requests wait already" }
}

extension QueueFull {
  /// ``ErrorMessages/Key/busy``.
  public var message: ErrorMessages.Key { .busy }
}
