#if os(Linux)
  /// Who is on the wire, and who waits for a place there: first come, first served for each origin, and the origins in
  /// turns, so that a server that does not answer holds up nobody else's. Entering and leaving cost O(1).
  struct CurlQueue {
    /// How many transfers to one origin are on the wire at once.
    static let originLimit = 256

    private struct Lane {
      var running = 0
      var waiting = Fifo<Name>()
      /// Whether the origin waits for its turn.
      var isReady = false
    }

    /// A transfer's name in its lane, which may stay there when the transfer is gone, and its address used again.
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
    /// The origins whose transfers wait for nothing but a place on the wire.
    private var ready = Fifo<HTTPOrigin>()
    /// How many transfers gave their place up whose names are still in a lane.
    private var gone = 0
    private var lastNumber = 0

    /// Makes a queue for a wire that has room for so many transfers, in all and to one origin.
    init(limit: Int, originLimit: Int = Self.originLimit) { (self.limit, self.originLimit) = (limit, originLimit) }

    /// Takes a place on the wire, or one in the queue.
    ///
    /// - Returns: Whether the transfer may begin now.
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

    /// Gives a place on the wire back.
    ///
    /// - Returns: The transfer that takes it.
    mutating func leave(_ transfer: CurlTransfer) -> (transfer: CurlTransfer, isSuspended: Bool)? {
      let origin = transfer.request.address.origin
      lanes[origin]?.running -= 1
      running -= 1
      makeReady(origin)
      return next()
    }

    /// Gives a place in the queue up.
    ///
    /// - Returns: Whether the transfer had one.
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

    /// Lets an origin wait for its turn if it has a transfer that may begin then, and forgets it if it has none at all.
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
