/// The transfers of a call that are under way, and whether they are held.
struct TransferState: Sendable {
  var exchanges: [any HTTPExchange] = []
  var isSuspended = false
}

extension Connection: TransferWatcher {
  /// Holds the transfers of this call, where the connector can, and those that it begins, until ``resume()``.
  ///
  /// Time goes on for a total timeout, and for no other.
  public func suspend() {
    let exchanges = transfers.withLock { transfers in
      transfers.isSuspended = true
      return transfers.exchanges
    }
    for exchange in exchanges { exchange.suspend() }
  }

  /// Goes on with what ``suspend()`` held.
  public func resume() {
    let exchanges = transfers.withLock { transfers in
      transfers.isSuspended = false
      return transfers.exchanges
    }
    for exchange in exchanges { exchange.resume() }
  }

  func transferBegan(_ exchange: any HTTPExchange) {
    let isSuspended = transfers.withLock { transfers in
      transfers.exchanges.append(exchange)
      return transfers.isSuspended
    }
    if isSuspended { exchange.suspend() }
  }

  /// Reports how far a run's transfer is, unless another has taken its place.
  func report(_ progress: TransferProgress, of run: Run) {
    state.withLock { $0.isCurrent(run) ? $0.call?.resolver : nil }?.report(progress)
  }

  func transferEnded(_ exchange: any HTTPExchange) {
    transfers.withLock { $0.exchanges.removeAll { $0 === exchange } }
  }
}
