extension PromiseCore {
  @usableFromInline
  func attach(_ listener: PromiseListener) {
    guard let settlement = machine.withLock({ $0.attach(listener) }) else { return }
    PromiseDelivery.deliver(.settled(settlement, PromiseListeners(first: listener)))
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
    if let settlement { return derived(from: settlement, sharesFailure, link) }
    let derived = machine.withLock { machine -> PromiseCore? in
      guard machine.settlement == nil else { return nil }
      let origin = machine.origin.map { PromiseFactory(.derived(sharesFailure: sharesFailure, link), from: $0) }
      let derived = PromiseCore(PromiseMachine(source: self, origin: origin, sharesFailure: sharesFailure))
      if relaysProgress { machine.append(.outer(derived, link)) } else { machine.append(.derived(derived, link)) }
      return derived
    }
    return derived ?? derive(sharesFailure: sharesFailure, relaysProgress: relaysProgress, link)
  }

  /// Makes the derived promise of this one, which has settled.
  private func derived(from settlement: AnyOutcome, _ sharesFailure: Bool, _ link: @escaping PromiseLink) -> PromiseCore
  {
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
    if !isSettled { take(link(settlement)) }
  }

  func take(_ step: consuming LinkStep) {
    switch consume step {
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
    if link == nil, let settlement = inner.settlement { return settle(settlement) }
    switch machine.withLock({ $0.adopt([inner]) }) {
    case .tooLate(let settlement): inner.cancel(settlement)
    case .adopted(let isPaused, _, _):
      if isPaused { inner.pause() } else if startsIt { inner.start() }
      inner.attach(.outer(self, link))
      if link == nil, let decided = inner.decided { decide(decided) }
    }
  }
}
