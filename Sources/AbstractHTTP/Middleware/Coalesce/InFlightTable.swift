/// A waiter for a shared exchange: its leader, which began it, or a follower.
struct Waiter: Sendable {
  let key: CoalescingKey
  let entry: Int
  let number: Int
}

/// The shared exchanges in flight and their waiters: a pure state machine whose methods return what to do outside the lock.
///
/// An entry exists as long as it has a waiter; a request that comes after the last waiter has left begins a new one.
struct InFlightTable: Sendable {
  enum Joining: Sendable {
    case leading(Waiter)
    /// Waits for the answer; the transfers go on if the leader held them.
    case following(Waiter, OneShot<Response>, endsHold: Bool)
  }

  /// Sends the request of a follower that leads from now on.
  typealias Begin = @Sendable (Waiter) async throws(ConnectionError) -> Response

  /// What is to be done when an exchange has ended.
  struct Completion: Sendable {
    /// Those who are to get its answer, in the order they came.
    var answers: [OneShot<Response>] = []
    /// The follower whose request is to be sent for all who still wait.
    var next: (waiter: Waiter, begin: Begin)?
    /// What is released outside the lock, since its closures hold the user's objects.
    fileprivate var ended: Entry?
  }

  /// What is to be done when somebody has left.
  struct Leaving: Sendable {
    /// Where the leader waits for the answer, if it is the one who left.
    var answer: OneShot<Response>?
    /// What is to be cancelled, since nobody waits any more.
    var task: Task<Void, Never>?
    var transfers: [any HTTPExchange] = []
    var changesHold = false
    /// What is released outside the lock, since its closure holds the user's objects.
    fileprivate var follower: Follower?
  }

  fileprivate struct Follower: Sendable {
    let answer: OneShot<Response>
    let begin: Begin
  }

  fileprivate struct Entry: Sendable {
    let number: Int
    /// The leader's number, also after the leader has left.
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
    /// Whether the transfers are held: if the leader holds them, and nobody else waits.
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

  /// Keeps the leader's one-shot, before the exchange can complete.
  ///
  /// - Returns: Whether the leader is still there.
  mutating func keep(_ answer: OneShot<Response>, of waiter: Waiter) -> Bool {
    guard let entry = entries[waiter.key], entry.isLed(from: waiter), entry.hasLeader else { return false }
    change(waiter) { $0.leader = answer }
    return true
  }

  /// Keeps the task of an exchange.
  ///
  /// - Returns: Whether it is still wanted; not if the exchange has ended, or every waiter has left.
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

  /// Ends an exchange. One that was cancelled from elsewhere is formed again in the same step: its followers stay together, and the
  /// first of them leads.
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

  /// Forms an entry from another entry's followers.
  private mutating func form(_ entry: consuming Entry, _ key: CoalescingKey) -> (waiter: Waiter, begin: Begin)? {
    guard let first = entry.followers.min(by: { $0.key < $1.key }) else { return nil }
    // NB: the number stays, and with it the followers' identity.
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

  /// - Returns: Whether the others are to be told: what the leader said of the last transfer is over with it.
  mutating func end(_ transfer: any HTTPExchange, of waiter: Waiter) -> Bool {
    guard isLed(from: waiter) else { return false }
    return change(waiter) { entry in
      entry.transfers.removeAll { $0 === transfer }
      if entry.transfers.allSatisfy({ $0 is PauseSignal }) { entry.leaderHolds = false }
    }
  }

  /// Notes that the leader holds the transfers, or goes on.
  ///
  /// - Returns: Whether they are to be told.
  mutating func hold(_ holds: Bool, by waiter: Waiter) -> Bool {
    guard isLed(from: waiter) else { return false }
    return change(waiter, tellsAlways: holds) { $0.leaderHolds = holds }
  }

  /// What the transfers are to be, and the number of times that this has changed; `nil` when the exchange is over.
  func course(of waiter: Waiter) -> (version: Int, isHeld: Bool, transfers: [any HTTPExchange])? {
    guard let entry = entries[waiter.key], entry.number == waiter.entry else { return nil }
    return (entry.version, entry.isHeld, entry.transfers)
  }

  private func isLed(from waiter: Waiter) -> Bool { entries[waiter.key]?.isLed(from: waiter) == true }

  /// - Returns: Whether the transfers are to be told to stop or to go on.
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
