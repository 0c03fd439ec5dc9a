extension PromiseCore {
  /// Settles this promise as cancelled, what it owns, and its source if nobody else listens to that.
  func cancel(_ settlement: AnyOutcome) {
    var pending = [(self, settlement)]
    var cancelled: [(settlement: AnyOutcome, listeners: PromiseListeners, cleanup: (@Sendable () -> Void)?)] = []
    while let (core, settlement) = pending.popLast() {
      switch core.ending({ $0.cancel(settlement) }) {
      case .tooLate: break
      case .asked(let owner): owner(.cancel(settlement))
      case .cancelled(var completion):
        completion.details?.onCancel?()
        pending += core.deserted(by: completion, settlement)
        cancelled.append((settlement, completion.takeListeners(), completion.details?.cleanup))
      }
    }
    for (settlement, listeners, cleanup) in cancelled {
      cleanup?()
      if !listeners.isEmpty { PromiseDelivery.deliver(.settled(settlement, listeners)) }
    }
  }

  /// Those that are cancelled along with this one.
  private func deserted(
    by completion: borrowing PromiseMachine.Completion,
    _ settlement: AnyOutcome
  ) -> [(PromiseCore, AnyOutcome)] {
    let settlement = completion.sharesFailure ? settlement : .cancelled(nil)
    var deserted = completion.details?.inner.map { ($0, settlement) } ?? []
    if let source = completion.source, source.machine.withLock({ $0.detach(ObjectIdentifier(self)) }).isDeserted {
      deserted.append((source, settlement))
    }
    return deserted
  }

  /// Runs the executor, if that waits for a resume.
  func start() { if machine.withLock({ $0.isCold }) { resume() } }

  func pause() { control { $0.pause() } }

  func resume() { control { $0.resume() } }

  /// Pauses or resumes this promise, and what it owns.
  private func control(_ change: (inout PromiseMachine) -> PromiseMachine.Control) {
    var pending = [self]
    while let core = pending.popLast() {
      let control = core.machine.withLock(change)
      control.action?()
      control.start?(core)
      core.tellAwaiters()
      for progress in control.backlog { core.report(progress) }
      if let held = control.held { core.settle(held) }
      pending += control.inner
    }
  }
}
