/// Outcomes that are decided before they are delivered: a connection's, whose handlers are called on the main thread.
///
/// Tasks that await the promise go on at once, and nothing changes the outcome any more. The handlers are called, as ever,
/// by the thread that settles the promise.
extension PromiseCore {
  /// Decides the outcome, which the same owner delivers afterwards by ``settle(_:)``.
  ///
  /// A promise that has been decided or has settled stays as it is. While the promise is paused, the decision is kept, unless
  /// it is a cancellation.
  func decide(_ outcome: AnyOutcome) {
    var pending = [self]
    while let core = pending.popLast() {
      pending += core.tell { $0.decide(outcome) }
    }
  }

  /// Tells the tasks that wait of a decision that was kept while the promise was paused.
  func tellAwaiters() {
    guard let decided = machine.withLock({ $0.details?.first?.decision }) else { return }
    for follower in tell({ $0.takeAwaiters() }) { follower.decide(decided) }
  }

  /// What the promise has settled with, or will.
  @usableFromInline
  var decided: AnyOutcome? { machine.withLock { $0.decided } }

  /// Adds a task that waits, or tells it at once.
  func attachAwaiter(_ identity: ObjectIdentifier, _ receive: @escaping @Sendable (AnyOutcome) -> Void) {
    let decided = machine.withLock { machine in
      if machine.decided == nil { machine.append(.awaiter(identity, receive)) }
      return machine.decided
    }
    if let decided { receive(decided) }
  }

  private func tell(_ change: (inout PromiseMachine) -> PromiseMachine.Decision?) -> [PromiseCore] {
    guard let decision = machine.withLock(change) else { return [] }
    decision.awaiters.forEach { $0.receive(decision.outcome) }
    return decision.followers
  }
}

extension PromiseMachine {
  /// Those who learn of a decision at once: tasks that wait, handlers of progress, for which there is no more, and promises
  /// that become what this one becomes.
  struct Decision: Sendable {
    let outcome: AnyOutcome
    var awaiters = PromiseListeners()
    var followers: [PromiseCore] = []
  }

  /// What tasks that await the promise receive.
  var decided: AnyOutcome? {
    if let settlement { return settlement }
    guard let decision = details?.first?.decision, !isPaused || decision.isCancelled else { return nil }
    return decision
  }

  mutating func decide(_ outcome: AnyOutcome) -> Decision? {
    guard settlement == nil, details?.first?.held == nil, details?.first?.decision == nil else { return nil }
    detail { $0.decision = outcome }
    return takeAwaiters()
  }

  /// Takes those who are to learn of a decision now.
  mutating func takeAwaiters() -> Decision? {
    guard settlement == nil, !listeners.isEmpty, let decided else { return nil }
    var (decision, former) = (Decision(outcome: decided), PromiseListeners())
    swap(&former, &listeners)
    former.forEach { listener in
      switch listener {
      case .awaiter, .watcher:
        decision.awaiters.append(listener)
      case .outer(let follower, nil), .mapped(let follower, _):
        decision.followers.append(follower)
        listeners.append(listener)
      case .derived, .outer, .group, .observer:
        listeners.append(listener)
      }
    }
    return decision
  }
}
