/// The transfers of a call that are under way, and whether they are held.
struct TransferState: Sendable {
  var exchanges: [any HTTPExchange] = []
  var isSuspended = false { didSet { version += 1 } }
  private(set) var version = 0
}

extension ConnectionCore: TransferWatcher {
  /// Holds the transfers of this call, and those that it begins.
  func suspend() { steer(transfers.withLock { holding(true, &$0) }) }

  /// Goes on with what ``suspend()`` held.
  func resume() { steer(transfers.withLock { holding(false, &$0) }) }

  private func holding(_ isSuspended: Bool, _ transfers: inout TransferState) -> TransferState {
    transfers.isSuspended = isSuspended
    return transfers
  }

  func transferBegan(_ exchange: any HTTPExchange) {
    let held = transfers.withLock { transfers -> TransferState? in
      transfers.exchanges.append(exchange)
      guard transfers.isSuspended else { return nil }
      var held = transfers
      held.exchanges = [exchange]
      return held
    }
    if let held { steer(held) }
  }

  /// Makes the transfers what they are to be: once more if another thread changed its mind meanwhile, which may have told
  /// them before this one did.
  private func steer(_ first: TransferState) {
    var told = first
    while true {
      for exchange in told.exchanges { if told.isSuspended { exchange.suspend() } else { exchange.resume() } }
      let now = transfers.withLock { $0 }
      guard now.version != told.version else { return }
      told = now
    }
  }

  func transferEnded(_ exchange: any HTTPExchange) {
    transfers.withLock { $0.exchanges.removeAll { $0 === exchange } }
  }

  /// Reports how far a run's transfer is, unless another has taken its place.
  func report(_ progress: TransferProgress, of run: ConnectionState.Run) {
    state.withLock { $0.isCurrent(run) ? $0.call?.promise : nil }?.report(Erased(progress))
  }
}
