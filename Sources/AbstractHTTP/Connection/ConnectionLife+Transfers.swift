/// The transfers of a call that are under way, and whether they are held.
struct TransferState: Sendable {
  var exchanges: [any HTTPExchange] = []
  var isSuspended = false
}

extension ConnectionLife: TransferWatcher {
  /// Holds the transfers of this call, and those that it begins.
  func suspend() {
    let exchanges = core.transfers.withLock { transfers in
      transfers.isSuspended = true
      return transfers.exchanges
    }
    for exchange in exchanges { exchange.suspend() }
  }

  /// Goes on with what ``suspend()`` held.
  func resume() {
    let exchanges = core.transfers.withLock { transfers in
      transfers.isSuspended = false
      return transfers.exchanges
    }
    for exchange in exchanges { exchange.resume() }
  }

  func transferBegan(_ exchange: any HTTPExchange) {
    let isSuspended = core.transfers.withLock { transfers in
      transfers.exchanges.append(exchange)
      return transfers.isSuspended
    }
    if isSuspended { exchange.suspend() }
  }

  func transferEnded(_ exchange: any HTTPExchange) {
    core.transfers.withLock { $0.exchanges.removeAll { $0 === exchange } }
  }
}

extension ConnectionCore {
  /// Reports how far a run's transfer is, unless another has taken its place.
  func report(_ progress: TransferProgress, of run: ConnectionState.Run) {
    state.withLock { $0.isCurrent(run) ? $0.call?.promise : nil }?.report(Erased(progress))
  }
}
