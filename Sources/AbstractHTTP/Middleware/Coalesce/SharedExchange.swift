/// A shared exchange, which accompanies the request of its leader.
final class SharedExchange: TransferSharing {
  private let coalescer: CoalesceStrategy
  private let waiter: Waiter

  init(coalescer: CoalesceStrategy, waiter: Waiter) {
    self.coalescer = coalescer
    self.waiter = waiter
  }

  /// Returns the watcher of one transfer of the exchange, in place of the leader.
  func watcher(for leader: any TransferWatcher) -> any TransferWatcher {
    SharedExchangeWatcher(owner: self, leader: leader)
  }

  fileprivate func began(_ transfer: any HTTPExchange) { coalescer.began(transfer, of: waiter) }

  fileprivate func ended(_ transfer: any HTTPExchange) { coalescer.ended(transfer, of: waiter) }

  fileprivate func leave() { coalescer.leave(waiter) }

  fileprivate func hold(_ holds: Bool) { coalescer.hold(holds, by: waiter) }
}

/// Passes the transfer to the exchange, and limited control over it to the leader.
private final class SharedExchangeWatcher: TransferWatcher {
  private let owner: SharedExchange
  private let leader: any TransferWatcher
  private let shared: SharedTransfer

  init(owner: SharedExchange, leader: any TransferWatcher) {
    self.owner = owner
    self.leader = leader
    shared = SharedTransfer(owner: owner)
  }

  func transferBegan(_ exchange: any HTTPExchange) {
    owner.began(exchange)
    leader.transferBegan(shared)
  }

  func transferProgressed(_ progress: TransferProgress) { leader.transferProgressed(progress) }

  func transferEnded(_ exchange: any HTTPExchange) {
    owner.ended(exchange)
    leader.transferEnded(shared)
  }
}

/// A shared transfer, as its leader sees it: cancelling it only ends the leader's wait.
private final class SharedTransfer: HTTPExchange {
  private let owner: SharedExchange

  init(owner: SharedExchange) { self.owner = owner }

  func cancel() { owner.leave() }

  func suspend() { owner.hold(true) }

  func resume() { owner.hold(false) }
}
