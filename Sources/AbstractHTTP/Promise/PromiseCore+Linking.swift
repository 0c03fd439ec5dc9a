extension PromiseCore {
  @usableFromInline
  func attach(_ listener: PromiseListener) {
    guard let settlement = machine.withLock({ $0.attach(listener) }) else { return }
    var completion = PromiseMachine.Completion(settlement: settlement, sharesFailure: true)
    completion.listeners.append(listener)
    PromiseDelivery.deliver(.settled(completion))
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

  func take(_ settlement: AnyOutcome, by link: PromiseLink) {
    if !isSettled { take(link(settlement)) }
  }

  func take(_ step: LinkStep) {
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
    if link == nil, let settlement = inner.settlement { return settle(settlement) }
    switch machine.withLock({ $0.adopt([inner]) }) {
    case .tooLate(let settlement): inner.cancel(settlement)
    case .adopted(let isPaused, _):
      if isPaused { inner.pause() } else if startsIt { inner.start() }
      inner.attach(.outer(self, link))
    }
  }
}
