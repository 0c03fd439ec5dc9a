#if os(Linux)
  /// The running and waiting transfers. Each origin's transfers run in order of arrival, and the origins take turns, so
  /// that a server that doesn't respond doesn't delay transfers to others. Entering and leaving cost O(1).
  struct CurlQueue {
    /// The maximum number of running transfers to one origin.
    static let originLimit = 256

    private struct Lane {
      var running = 0
      var waiting = Fifo<Name>()
      /// Whether the origin is waiting for its turn.
      var isReady = false
    }

    /// A transfer's identifier in its lane. It may remain after the transfer was released and its memory address
    /// reused.
    private struct Name {
      let id: ObjectIdentifier
      let number: Int
    }

    private struct Entry {
      let transfer: CurlTransfer
      let number: Int
      var isSuspended = false
    }

    private let limit: Int
    private let originLimit: Int
    private var running = 0
    private var lanes: [HTTPOrigin: Lane] = [:]
    private var waiting: [ObjectIdentifier: Entry] = [:]
    /// The origins whose transfers wait only for a free place.
    private var ready = Fifo<HTTPOrigin>()
    /// The number of transfers that left the queue, but whose identifiers are still in a lane.
    private var gone = 0
    private var lastNumber = 0

    /// Creates a queue with a total limit and a limit per origin.
    init(limit: Int, originLimit: Int = Self.originLimit) { (self.limit, self.originLimit) = (limit, originLimit) }

    /// Starts a transfer, or adds it to the queue.
    ///
    /// - Returns: Whether the transfer may start now.
    mutating func enter(_ transfer: CurlTransfer) -> Bool {
      let (id, origin) = (ObjectIdentifier(transfer), transfer.request.address.origin)
      if running < limit, (lanes[origin]?.running ?? 0) < originLimit {
        lanes[origin, default: Lane()].running += 1
        running += 1
        return true
      }
      lastNumber += 1
      waiting[id] = Entry(transfer: transfer, number: lastNumber)
      lanes[origin, default: Lane()].waiting.append(Name(id: id, number: lastNumber))
      makeReady(origin)
      return false
    }

    /// Releases the place of a running transfer.
    ///
    /// - Returns: The transfer that takes the place.
    mutating func leave(_ transfer: CurlTransfer) -> (transfer: CurlTransfer, isSuspended: Bool)? {
      let origin = transfer.request.address.origin
      lanes[origin]?.running -= 1
      running -= 1
      makeReady(origin)
      return next()
    }

    /// Removes a transfer from the queue.
    ///
    /// - Returns: Whether the transfer was waiting.
    mutating func giveUp(_ transfer: CurlTransfer) -> Bool {
      guard waiting.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return false }
      gone += 1
      if gone > waiting.count + originLimit { forgetGone() }
      return true
    }

    mutating func suspend(_ transfer: CurlTransfer) { waiting[ObjectIdentifier(transfer)]?.isSuspended = true }

    mutating func resume(_ transfer: CurlTransfer) { waiting[ObjectIdentifier(transfer)]?.isSuspended = false }

    private mutating func next() -> (transfer: CurlTransfer, isSuspended: Bool)? {
      while running < limit, let origin = ready.popFirst() {
        lanes[origin]?.isReady = false
        let entry = popWaiting(of: origin)
        if entry != nil {
          lanes[origin]?.running += 1
          running += 1
        }
        makeReady(origin)
        if let entry { return (entry.transfer, entry.isSuspended) }
      }
      return nil
    }

    private mutating func popWaiting(of origin: HTTPOrigin) -> Entry? {
      while let name = lanes[origin]?.waiting.popFirst() {
        if isWaiting(name) { return waiting.removeValue(forKey: name.id) }
        gone -= 1
      }
      return nil
    }

    /// Queues an origin for its turn if it has a transfer that may start, and removes it if it has no transfers.
    private mutating func makeReady(_ origin: HTTPOrigin) {
      guard let lane = lanes[origin], !lane.isReady else { return }
      if lane.waiting.isEmpty {
        if lane.running == 0 { lanes[origin] = nil }
      } else if lane.running < originLimit {
        lanes[origin]?.isReady = true
        ready.append(origin)
      }
    }

    private func isWaiting(_ name: Name) -> Bool { waiting[name.id]?.number == name.number }

    private mutating func forgetGone() {
      gone = 0
      for origin in lanes.keys { lanes[origin]?.waiting.removeAll { [waiting] in waiting[$0.id]?.number != $0.number } }
      ready.removeAll { lanes[$0]?.waiting.isEmpty != false }
      for (origin, lane) in lanes where lane.waiting.isEmpty {
        lanes[origin]?.isReady = false
        if lane.running == 0 { lanes[origin] = nil }
      }
    }
  }
#endif
