#if os(Linux)
  /// The transfers that wait their turn, first come, first served; leaving costs O(1).
  struct CurlQueue {
    private struct Entry {
      let transfer: CurlTransfer
      var isSuspended = false
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var order: [ObjectIdentifier] = []
    private var first = 0

    mutating func append(_ transfer: CurlTransfer) {
      entries[ObjectIdentifier(transfer)] = Entry(transfer: transfer)
      order.append(ObjectIdentifier(transfer))
    }

    mutating func remove(_ transfer: CurlTransfer) -> Bool {
      entries.removeValue(forKey: ObjectIdentifier(transfer)) != nil
    }

    mutating func suspend(_ transfer: CurlTransfer) { entries[ObjectIdentifier(transfer)]?.isSuspended = true }

    mutating func resume(_ transfer: CurlTransfer) { entries[ObjectIdentifier(transfer)]?.isSuspended = false }

    mutating func next() -> (transfer: CurlTransfer, isSuspended: Bool)? {
      while first < order.count {
        let entry = entries.removeValue(forKey: order[first])
        first += 1
        if let entry { return (entry.transfer, entry.isSuspended) }
      }
      order.removeAll(keepingCapacity: true)
      first = 0
      return nil
    }
  }
#endif
