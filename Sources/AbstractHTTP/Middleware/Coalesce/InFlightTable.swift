/// A waiter for a shared exchange: its leader, which began it, or a follower.
struct Waiter: Sendable {
  let key: CoalescingKey
  let entry: Int
  let number: Int
}

/// The shared exchanges in flight and their waiters: a pure state machine whose methods return the actions to perform
/// outside the lock.
///
/// An entry exists as long as it has a waiter. A request that arrives after the last waiter has left starts a new one.
struct InFlightTable: Sendable {
  enum Joining: Sendable {
    case leading(Waiter)
    /// Wait for the response. The transfers continue if the leader held them.
    case following(Waiter, OneShot<Response>, endsHold: Bool)
  }

  /// Sends the request of a follower that becomes the leader.
  typealias Begin = @Sendable (Waiter) async throws(ConnectionError) -> Response

  /// The actions to perform when an exchange has ended.
  struct Completion: Sendable {
    /// The waiters for its response, in the order in which they joined.
    var answers: [OneShot<Response>] = []
    /// The follower whose request is sent for all remaining waiters.
    var next: (waiter: Waiter, begin: Begin)?
    /// Objects to release outside the lock, because their closures hold the user's objects.
    fileprivate var ended: Entry?
  }

  /// The actions to perform when a waiter has left.
  struct Leaving: Sendable {
    /// The leader's response, if the leader has left.
    var answer: OneShot<Response>?
    /// The task to cancel, because no waiters are left.
    var task: Task<Void, Never>?
    var transfers: [any HTTPExchange] = []
    var changesHold = false
    /// The object to release outside the lock, because its closure holds the user's objects.
    fileprivate var follower: Follower?
  }

  fileprivate struct Follower: Sendable {
    let answer: OneShot<Response>
    let begin: Begin
  }

  fileprivate struct Entry: Sendable {
    let number: Int
    /// The leader's number, which is kept after the leader has left.
    let leading: Int
    var hasLeader = true
    var leader: OneShot<Response>?
    var followers: [Int: Follower] = [:]
    var task: Task<Void, Never>?
    var transfers: [any HTTPExchange] = []
    var leaderHolds = false
    var version = 0

    func isLed(from waiter: Waiter) -> Bool { number == waiter.entry && leading == waiter.number }

    var isEmpty: Bool { !hasLeader && followers.isEmpty }
    /// Whether the transfers are held: the leader holds them, and has no followers.
    var isHeld: Bool { leaderHolds && hasLeader && followers.isEmpty }
  }

  private var entries: [CoalescingKey: Entry] = [:]
  private var lastNumber = 0

  var count: Int { entries.count }

  /// Adds a waiter to the entry of a key, or begins an entry.
  ///
  /// - Parameter begin: Sends the request if the waiter becomes the leader.
  mutating func join(_ key: CoalescingKey, _ begin: @escaping Begin) -> Joining {
    lastNumber += 1
    let number = lastNumber
    let entry = { (entry: inout Entry) in entry.number }(
      &entries[key, default: Entry(number: number, leading: number)]
    )
    let waiter = Waiter(key: key, entry: entry, number: number)
    guard entry != number else { return .leading(waiter) }
    let answer = OneShot<Response>()
    let endsHold = change(waiter) { $0.followers[number] = Follower(answer: answer, begin: begin) }
    return .following(waiter, answer, endsHold: endsHold)
  }

  /// Stores the leader's one-shot before the exchange can complete.
  ///
  /// - Returns: Whether the leader is still waiting.
  mutating func keep(_ answer: OneShot<Response>, of waiter: Waiter) -> Bool {
    guard let entry = entries[waiter.key], entry.isLed(from: waiter), entry.hasLeader else { return false }
    change(waiter) { $0.leader = answer }
    return true
  }

  /// Stores the task of an exchange.
  ///
  /// - Returns: `false` if the exchange has ended, or every waiter has left.
  mutating func keep(_ task: Task<Void, Never>, of waiter: Waiter) -> Bool {
    guard let entry = entries[waiter.key], entry.isLed(from: waiter) else { return false }
    change(waiter) { $0.task = task }
    return true
  }

  /// Removes a waiter.
  mutating func leave(_ waiter: Waiter) -> Leaving {
    guard let index = entries.index(forKey: waiter.key), entries.values[index].number == waiter.entry else {
      return Leaving()
    }
    let isLeader = entries.values[index].isLed(from: waiter)
    var leaving = Leaving()
    let changesHold = change(waiter) { entry in
      if isLeader {
        entry.hasLeader = false
        leaving.answer = entry.leader.take()
      } else {
        leaving.follower = entry.followers.removeValue(forKey: waiter.number)
      }
    }
    guard entries.values[index].isEmpty else {
      leaving.changesHold = changesHold
      return leaving
    }
    let entry = entries.remove(at: index).value
    (leaving.task, leaving.transfers) = (entry.task, entry.transfers)
    return leaving
  }

  /// Ends an exchange. If it was cancelled from elsewhere, it is formed again in the same step: its followers stay
  /// together, and the first one becomes the leader.
  mutating func complete(_ waiter: Waiter, wasCancelled: Bool = false) -> Completion {
    guard let index = entries.index(forKey: waiter.key), entries.values[index].isLed(from: waiter) else {
      return Completion()
    }
    let entry = entries.remove(at: index).value
    let leader = entry.leader.map { [$0] } ?? []
    guard !entry.followers.isEmpty else { return Completion(answers: leader, ended: entry) }
    guard wasCancelled else {
      let followers = entry.followers.sorted { $0.key < $1.key }.map(\.value.answer)
      return Completion(answers: leader + followers, ended: entry)
    }
    return Completion(answers: leader, next: form(entry, waiter.key), ended: entry)
  }

  /// Creates an entry from another entry's followers.
  private mutating func form(_ entry: consuming Entry, _ key: CoalescingKey) -> (waiter: Waiter, begin: Begin)? {
    guard let first = entry.followers.min(by: { $0.key < $1.key }) else { return nil }
    // NB: the number is kept, and with it the followers' identity.
    var next = Entry(number: entry.number, leading: first.key, leader: first.value.answer)
    next.followers = entry.followers
    next.followers[first.key] = nil
    entries[key] = next
    return (Waiter(key: key, entry: next.number, number: first.key), first.value.begin)
  }

  mutating func begin(_ transfer: any HTTPExchange, of waiter: Waiter) {
    guard isLed(from: waiter) else { return }
    change(waiter) { $0.transfers.append(transfer) }
  }

  /// - Returns: Whether to notify the others, because the leader's hold on the last transfer is over.
  mutating func end(_ transfer: any HTTPExchange, of waiter: Waiter) -> Bool {
    guard isLed(from: waiter) else { return false }
    return change(waiter) { entry in
      entry.transfers.removeAll { $0 === transfer }
      if entry.transfers.allSatisfy({ $0 is PauseSignal }) { entry.leaderHolds = false }
    }
  }

  /// Records whether the leader holds the transfers.
  ///
  /// - Returns: Whether to notify the transfers.
  mutating func hold(_ holds: Bool, by waiter: Waiter) -> Bool {
    guard isLed(from: waiter) else { return false }
    return change(waiter, tellsAlways: holds) { $0.leaderHolds = holds }
  }

  /// Returns the required state of the transfers, and how often it has changed; `nil` when the exchange is over.
  func course(of waiter: Waiter) -> (version: Int, isHeld: Bool, transfers: [any HTTPExchange])? {
    guard let entry = entries[waiter.key], entry.number == waiter.entry else { return nil }
    return (entry.version, entry.isHeld, entry.transfers)
  }

  private func isLed(from waiter: Waiter) -> Bool { entries[waiter.key]?.isLed(from: waiter) == true }

  /// - Returns: Whether to suspend or resume the transfers.
  @discardableResult
  private mutating func change(
    _ waiter: Waiter,
    tellsAlways: Bool = false,
    _ body: (inout Entry) -> Void
  ) -> Bool {
    guard let index = entries.index(forKey: waiter.key), entries.values[index].number == waiter.entry else {
      return false
    }
    let wasHeld = entries.values[index].isHeld
    body(&entries.values[index])
    guard entries.values[index].isHeld != wasHeld || tellsAlways else { return false }
    entries.values[index].version += 1
    return true
  }
}
