extension PromiseCore {
  @usableFromInline
  func attach(_ listener: PromiseListener) {
    guard let settlement = machine.withLock({ $0.attach(listener) }) else { return }
    PromiseDelivery.deliver(.settled(settlement, PromiseListeners(first: listener)))
  }

  /// Removes a listener, without ever cancelling the promise.
  func remove(_ identity: ObjectIdentifier) { _ = machine.withLock { $0.detach(identity) } }

  /// Removes a listener that no longer waits. If it was the last one, the promise is cancelled.
  func leave(_ identity: ObjectIdentifier) {
    if machine.withLock({ $0.detach(identity) }).isDeserted { cancel(.cancelled(nil)) }
  }

  /// Returns the promise that a link settles, given this promise's settlement.
  @usableFromInline
  func derive(sharesFailure: Bool = true, _ link: @escaping PromiseLink) -> PromiseCore {
    if let settlement { return derived(from: settlement, sharesFailure, link) }
    let derived = machine.withLock { machine -> PromiseCore? in
      guard machine.settlement == nil else { return nil }
      let origin = machine.origin.map { PromiseFactory(.derived(sharesFailure: sharesFailure, link), from: $0) }
      let derived = PromiseCore(PromiseMachine(source: self, origin: origin, sharesFailure: sharesFailure))
      machine.append(.derived(derived, link))
      return derived
    }
    return derived ?? derive(sharesFailure: sharesFailure, link)
  }

  /// Returns a promise that settles as this promise does, and relays its progress.
  ///
  /// - Parameter transform: Replaces the progress. Without it, the progress is relayed unchanged.
  func relay(progress transform: (@Sendable (any AnyBox) -> any AnyBox)? = nil) -> PromiseCore {
    if let settlement { return PromiseCore(PromiseMachine(settlement: settlement)) }
    let relay = machine.withLock { machine -> PromiseCore? in
      guard machine.settlement == nil else { return nil }
      let relay = PromiseCore(PromiseMachine(source: self))
      machine.append(transform.map { .mapped(relay, $0) } ?? .outer(relay, nil))
      return relay
    }
    return relay ?? self.relay(progress: transform)
  }

  /// Creates a promise from this one with a closure, which a retry calls again for each attempt.
  func rebuilt(_ make: @escaping @Sendable (PromiseCore) -> PromiseCore) -> PromiseCore {
    let origin = remaking
    let made = make(self)
    if let origin { made.remember(PromiseFactory(.rebuilt(make), from: origin)) }
    return made
  }

  /// Creates the promise that is derived from this one, which has settled.
  private func derived(from settlement: AnyOutcome, _ sharesFailure: Bool, _ link: @escaping PromiseLink) -> PromiseCore
  {
    if settlement.isRemoved { return PromiseCore(PromiseMachine(settlement: settlement)) }
    let step = PromiseDelivery.immediately { link(settlement) }
    if case .settle(let settlement) = step, case .fulfilled = settlement {
      return PromiseCore(PromiseMachine(settlement: settlement))
    }
    let origin = remaking.map { PromiseFactory(.derived(sharesFailure: sharesFailure, link), from: $0) }
    let derived = PromiseCore(PromiseMachine(origin: origin, sharesFailure: sharesFailure))
    if let step { derived.take(step) } else { attach(.derived(derived, link)) }
    return derived
  }

  func take(_ settlement: AnyOutcome, by link: PromiseLink) {
    guard !isSettled else { return }
    if settlement.isRemoved { settle(settlement) } else { take(link(settlement)) }
  }

  func take(_ step: consuming LinkStep) {
    switch consume step {
    case .settle(let settlement): settle(settlement)
    case .follow(let inner, let starter, let link): follow(inner, startedBy: starter, link)
    case .hop(let place, let work):
      place.run { if !self.isSettled { self.take(work()) } }
    }
  }

  /// Settles as another promise does, or as the link decides given its settlement.
  ///
  /// - Parameter starter: Starts the other promise, unless this one is paused. In that case, resuming this promise
  ///   starts it.
  func follow(_ inner: PromiseCore, startedBy starter: DeferredStart? = nil, _ link: PromiseLink? = nil) {
    guard inner !== self else { return settle(.cancelled(nil)) }
    if link == nil, let settlement = inner.settlement { return settle(settlement) }
    switch machine.withLock({ $0.adopt(inner, startedBy: starter) }) {
    case .tooLate(let settlement): inner.cancel(settlement)
    case .adopted(let isPaused, _):
      if isPaused { inner.pause() } else { starter?.start() }
      inner.attach(.outer(self, link))
      if link == nil, let decided = inner.decided { decide(decided) }
      if isAwaited(by: inner) { settle(.cancelled(nil)) }
    }
  }
}
