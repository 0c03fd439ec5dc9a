import Synchronization

/// The part of a promise that is shared: its state behind one lock, without its types.
///
/// It does what the machine says, after the lock is left.
@usableFromInline
final class PromiseCore: Sendable {
  private let machine: Locked<PromiseMachine>

  /// Whether it has settled: what most calls want to know first, without the lock.
  private let hasSettled: Atomic<Bool>

  init(_ machine: PromiseMachine) {
    hasSettled = Atomic(machine.settlement != nil)
    self.machine = Locked(machine)
  }

  /// Makes a promise of which nothing is known.
  @usableFromInline
  convenience init() { self.init(PromiseMachine()) }

  /// Makes a promise of which nothing but a step is known.
  private convenience init(_ step: LinkStep) {
    if case .settle(let settlement) = step {
      self.init(PromiseMachine(settlement: settlement))
    } else {
      self.init(PromiseMachine())
      take(step)
    }
  }

  /// The settlement, if the promise was made with it.
  var constant: Settlement? { machine.withLock { $0.isConstant ? $0.settlement : nil } }

  /// Reads or changes the state; nothing foreign may be called inside.
  func withMachine<Output: Sendable>(_ body: (inout PromiseMachine) -> Output) -> Output { machine.withLock(body) }

  var isSettled: Bool { hasSettled.load(ordering: .acquiring) }

  var settlement: Settlement? { isSettled ? machine.withLock { $0.settlement } : nil }
}

// MARK: Settling

extension PromiseCore {
  @usableFromInline
  func settle(_ settlement: Settlement) {
    if let farewell = machine.withLock({ $0.settle(settlement) }) { finish(farewell) }
  }

  /// Becomes cancelled, because nobody can settle it any more.
  func abandon() {
    if let farewell = machine.withLock({ $0.abandon() }) { finish(farewell) }
  }

  /// Becomes cancelled, because it was never started, and nobody is left who could.
  func forget() {
    if let farewell = machine.withLock({ $0.forget() }) { finish(farewell) }
  }

  private func finish(_ farewell: consuming PromiseMachine.Farewell) {
    hasSettled.store(true, ordering: .releasing)
    if !farewell.details.isEmpty { farewell.details[0].cleanup?() }
    if !farewell.listeners.isEmpty { PromiseDelivery.deliver(.settled(farewell.listeners, farewell.settlement)) }
  }

  /// Settles because it took too long, and lets go of its source, which is cancelled if nobody else listens to it.
  func expire(_ settlement: Settlement) {
    let source = machine.withLock { $0.source }
    settle(settlement)
    source?.leave(ObjectIdentifier(self))
  }

  /// Has something done once the promise has settled; at once if it has.
  func cleanUp(_ cleanup: @escaping @Sendable () -> Void) {
    let isSettled = machine.withLock { machine in
      if machine.settlement == nil { machine.detail { $0.cleanup = cleanup } }
      return machine.settlement != nil
    }
    if isSettled { cleanup() }
  }

  @usableFromInline
  func report(_ progress: any Sendable) {
    guard let (listeners, old) = machine.withLock({ $0.report(progress) }), !listeners.isEmpty else { return }
    PromiseDelivery.deliver(.progressed(listeners, old: old, new: progress))
  }
}

// MARK: Listening

extension PromiseCore {
  @usableFromInline
  func attach(_ listener: PromiseListener) {
    guard let settlement = machine.withLock({ $0.attach(listener) }) else { return }
    var listeners = PromiseListeners()
    listeners.append(listener)
    PromiseDelivery.deliver(.settled(listeners, settlement))
  }

  /// Removes a listener; this never cancels the promise.
  func remove(_ identity: ObjectIdentifier) { _ = machine.withLock { $0.detach(identity) } }

  /// Removes a listener that gave up: if it was the last one, the promise is cancelled.
  func leave(_ identity: ObjectIdentifier) {
    if machine.withLock({ $0.detach(identity) }).isDeserted { cancel(.cancelled(nil)) }
  }

  /// Makes the promise that becomes what the link makes of this one's settlement.
  @usableFromInline
  func derive(sharesFailure: Bool = true, relaysProgress: Bool = false, _ link: @escaping PromiseLink) -> PromiseCore {
    if let settlement, let step = PromiseDelivery.immediately({ link(settlement) }) { return PromiseCore(step) }
    let derived = PromiseCore(PromiseMachine(source: self, sharesFailure: sharesFailure))
    attach(relaysProgress ? .outer(derived, link) : .derived(derived, link))
    return derived
  }

  func take(_ settlement: Settlement, by link: PromiseLink) {
    if !isSettled { take(link(settlement)) }
  }

  private func take(_ step: LinkStep) {
    switch step {
    case .settle(let settlement): settle(settlement)
    case .follow(let inner, let link): follow(inner, link)
    case .hop(let work):
      Task { @MainActor in
        if settlement == nil { take(work()) }
      }
    }
  }

  /// Becomes what another promise becomes, or what the link makes of that.
  func follow(_ inner: PromiseCore, startsIt: Bool = true, _ link: PromiseLink? = nil) {
    guard inner !== self else { return settle(.cancelled(nil)) }
    switch machine.withLock({ $0.adopt([inner]) }) {
    case .tooLate(let settlement): inner.cancel(settlement)
    case .adopted(let isPaused, _):
      if isPaused { inner.pause() } else if startsIt { inner.start() }
      inner.attach(.outer(self, link))
    }
  }
}

// MARK: Control

extension PromiseCore {
  /// Settles this promise as cancelled, what it owns, and its source if nobody else listens to that.
  func cancel(_ settlement: Settlement) {
    var pending = [(self, settlement)]
    var cancelled: [(PromiseCore, PromiseMachine.Farewell)] = []
    while let (core, settlement) = pending.popLast() {
      switch core.machine.withLock({ $0.cancel(settlement) }) {
      case .tooLate: break
      case .asked(let owner): owner(settlement)
      case .cancelled(let farewell):
        farewell.details.first?.onCancel?()
        pending += core.deserted(by: farewell)
        cancelled.append((core, farewell))
      }
    }
    for (core, farewell) in cancelled { core.finish(farewell) }
  }

  /// Those that are cancelled along with this one.
  private func deserted(by farewell: PromiseMachine.Farewell) -> [(PromiseCore, Settlement)] {
    let settlement = farewell.sharesFailure ? farewell.settlement : .cancelled(nil)
    var deserted = farewell.details.first?.inner.map { ($0, settlement) } ?? []
    if let source = farewell.source, source.machine.withLock({ $0.detach(ObjectIdentifier(self)) }).isDeserted {
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
      for progress in control.backlog { core.report(progress) }
      if let held = control.held { core.settle(held) }
      pending += control.inner
    }
  }
}
