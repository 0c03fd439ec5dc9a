#if os(Linux)
  /// Who is on the wire, and who waits for a place there: first come, first served, origin by origin, so that a server
  /// that does not answer holds up nobody else's. Entering and leaving cost O(1).
  struct CurlQueue {
    /// How many transfers to one origin are on the wire at once, so that descriptors do not run out.
    static let limit = 256

    fileprivate struct Lane {
      var running = 0
      var order: [ObjectIdentifier] = []
      var first = 0
    }

    private struct Entry {
      let transfer: CurlTransfer
      var isSuspended = false
    }

    private var lanes: [HTTPOrigin: Lane] = [:]
    private var waiting: [ObjectIdentifier: Entry] = [:]

    /// Takes a place on the wire, or one in the queue.
    ///
    /// - Returns: Whether the transfer may begin now.
    mutating func enter(_ transfer: CurlTransfer) -> Bool {
      let id = ObjectIdentifier(transfer)
      let begins = lanes[transfer.request.address.origin, default: Lane()].enter(id, limit: Self.limit)
      if !begins { waiting[id] = Entry(transfer: transfer) }
      return begins
    }

    /// Gives a place on the wire back.
    ///
    /// - Returns: The transfer that takes it.
    mutating func leave(_ transfer: CurlTransfer) -> (transfer: CurlTransfer, isSuspended: Bool)? {
      let origin = transfer.request.address.origin
      while let id = lanes[origin]?.popFirst() {
        guard let next = waiting.removeValue(forKey: id) else { continue }
        return (next.transfer, next.isSuspended)
      }
      if lanes[origin]?.running == 1 {
        lanes[origin] = nil
      } else {
        lanes[origin]?.running -= 1
      }
      return nil
    }

    /// Gives a place in the queue up.
    ///
    /// - Returns: Whether the transfer had one.
    mutating func giveUp(_ transfer: CurlTransfer) -> Bool {
      waiting.removeValue(forKey: ObjectIdentifier(transfer)) != nil
    }

    mutating func suspend(_ transfer: CurlTransfer) { waiting[ObjectIdentifier(transfer)]?.isSuspended = true }

    mutating func resume(_ transfer: CurlTransfer) { waiting[ObjectIdentifier(transfer)]?.isSuspended = false }
  }

  extension CurlQueue.Lane {
    fileprivate mutating func enter(_ id: ObjectIdentifier, limit: Int) -> Bool {
      guard running >= limit else {
        running += 1
        return true
      }
      order.append(id)
      return false
    }

    fileprivate mutating func popFirst() -> ObjectIdentifier? {
      guard first < order.count else {
        order.removeAll(keepingCapacity: true)
        first = 0
        return nil
      }
      defer { first += 1 }
      return order[first]
    }
  }
#endif
