/// The transfers of a call in flight, each with the run that started it, and whether they are suspended.
struct TransferState: Sendable {
  var transfers: [(run: ExecutionId, exchange: any HTTPExchange)] = []
  var isSuspended = false { didSet { version += 1 } }
  private(set) var version = 0
  /// Notifies the timeouts of this connection's attempts that they are suspended. Created on first use.
  var pauseSignal: PauseSignal?
}

extension ConnectionCore {
  /// Suspends the current and future transfers of this call.
  func suspend() { steer(transfers.withLock { holding(true, &$0) }) }

  /// Resumes the transfers after ``suspend()``.
  func resume() { steer(transfers.withLock { holding(false, &$0) }) }

  /// Begins a call, whose promise may be paused.
  func open(isSuspended: Bool) {
    let changed = transfers.withLock { state in
      state.isSuspended = isSuspended
      return state.pauseSignal == nil ? nil : state
    }
    if let changed { steer(changed) }
  }

  /// Notifies the call's requests whether they are suspended.
  var pauseSignal: PauseSignal {
    transfers.withLock { state in
      let pauseSignal = state.pauseSignal ?? PauseSignal(isHeld: state.isSuspended)
      state.pauseSignal = pauseSignal
      return pauseSignal
    }
  }

  private func holding(_ isSuspended: Bool, _ state: inout TransferState) -> TransferState {
    state.isSuspended = isSuspended
    return state
  }

  /// Suspends or resumes the transfers, and repeats that if another thread changed the state meanwhile.
  private func steer(_ first: TransferState) {
    var state = first
    while true {
      for (_, exchange) in state.transfers { if state.isSuspended { exchange.suspend() } else { exchange.resume() } }
      state.pauseSignal?.set(state.isSuspended)
      let now = transfers.withLock { $0 }
      guard now.version != state.version else { return }
      state = now
    }
  }

  /// Cancels the transfers of replaced runs synchronously. Their tasks may reach them only after the next run has
  /// started its own transfers, and some connectors can only cancel everything.
  func cancelStaleTransfers() {
    // NB: in this order, because a run that had transfers and is no longer current never becomes current again.
    let seen = transfers.withLock { $0.transfers }
    guard !seen.isEmpty else { return }
    let current = state.withLock { $0.transferRunId }
    for (run, exchange) in seen where run != current { exchange.cancel() }
  }

  /// Tracks the stream of a run until it ends.
  func stream(_ buffer: StreamBuffer, of run: ExecutionId) {
    began(buffer, of: run)
    buffer.atEnd { self.ended(buffer) }
    cancelStaleTransfers()
  }

  fileprivate func began(_ exchange: any HTTPExchange, of run: ExecutionId) {
    let held = transfers.withLock { state -> TransferState? in
      state.transfers.append((run, exchange))
      guard state.isSuspended else { return nil }
      var held = state
      held.transfers = [(run, exchange)]
      return held
    }
    if let held { steer(held) }
  }

  fileprivate func ended(_ exchange: any HTTPExchange) {
    transfers.withLock { $0.transfers.removeAll { $0.exchange === exchange } }
  }
}

/// Notifies a connection of the transfers of one of its runs.
final class RunTransfers: TransferWatcher {
  private let core: ConnectionCore
  private let run: ExecutionId

  init(core: ConnectionCore, run: ExecutionId) {
    self.core = core
    self.run = run
  }

  func transferBegan(_ exchange: any HTTPExchange) { core.began(exchange, of: run) }

  func transferEnded(_ exchange: any HTTPExchange) { core.ended(exchange) }

  /// Reports the progress of a transfer, unless its run has been replaced.
  func transferProgressed(_ progress: TransferProgress) {
    core.state.withLock { $0.runId == run ? $0.call?.promise : nil }?.report(Box(progress))
  }
}

/// Reports the transfers of a run to a connection, without keeping the connection alive: requests carry it in their context,
/// and outlive the connection.
final class WeakRunTransfers: TransferWatcher {
  private let transfers: @Sendable () -> RunTransfers?

  init(of core: ConnectionCore, run: ExecutionId) {
    transfers = { [weak core] in core.map { RunTransfers(core: $0, run: run) } }
  }

  func transferBegan(_ exchange: any HTTPExchange) { transfers()?.transferBegan(exchange) }

  func transferEnded(_ exchange: any HTTPExchange) { transfers()?.transferEnded(exchange) }

  func transferProgressed(_ progress: TransferProgress) { transfers()?.transferProgressed(progress) }
}
