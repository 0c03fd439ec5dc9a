extension PromiseCore {
  /// Cancels this promise and everything it owns, and its source if that has no other listeners.
  func cancel(_ settlement: AnyOutcome) {
    var pending = [(self, settlement)]
    var cancelled: [(settlement: AnyOutcome, listeners: PromiseListeners, cleanup: (@Sendable () -> Void)?)] = []
    while let (core, settlement) = pending.popLast() {
      switch core.ending({ $0.cancel(settlement) }) {
      case .tooLate: break
      case .asked(let owner): owner(.cancel(settlement))
      case .cancelled(var completion):
        completion.details?.onCancel?()
        pending += core.deserted(by: completion, settlement).reversed()
        cancelled.append((settlement, completion.takeListeners(), completion.details?.cleanup))
      }
    }
    for (settlement, listeners, cleanup) in cancelled {
      cleanup?()
      if !listeners.isEmpty { PromiseDelivery.deliver(.settled(settlement, listeners)) }
    }
  }

  /// Returns the promises that are cancelled along with this one, in their order.
  private func deserted(
    by completion: borrowing PromiseMachine.Completion,
    _ settlement: AnyOutcome
  ) -> [(PromiseCore, AnyOutcome)] {
    let settlement = completion.sharesFailure ? settlement : .cancelled(nil)
    let inner = completion.details?.inner.map { ($0, settlement) } ?? []
    guard let source = completion.source, source.machine.withLock({ $0.detach(ObjectIdentifier(self)) }).isDeserted
    else { return inner }
    return [(source, settlement)] + inner
  }

  func pause() { control { $0.pause() } }

  func resume() { control { $0.resume() } }

  /// Pauses or resumes this promise and everything it owns, in order, and each promise once.
  private func control(_ change: (inout PromiseMachine) -> PromiseMachine.Control) {
    var pending = [self]
    var visited: [ObjectIdentifier: PromiseCore] = [:]
    while let core = pending.popLast() {
      guard visited.isEmpty || visited.updateValue(core, forKey: ObjectIdentifier(core)) == nil else { continue }
      let control = core.machine.withLock(change)
      control.action?()
      control.start?(core)
      core.tellAwaiters()
      control.starter?.start()
      for progress in control.backlog { core.report(progress) }
      if let held = control.held { core.settle(held) }
      guard !control.inner.isEmpty else { continue }
      visited[ObjectIdentifier(core)] = core
      pending += control.inner.reversed()
    }
  }
}
