/// Outcomes that are decided before they are delivered. A connection uses them, because its handlers are called on the
/// main thread.
///
/// Tasks that await the promise continue at once, and nothing changes the outcome afterwards. As usual, the handlers
/// are called by the thread that settles the promise.
extension PromiseCore {
  /// Decides the outcome, which the same owner later delivers with ``settle(_:)``.
  ///
  /// A promise that has been decided or has settled is unchanged. While the promise is paused, the decision is held
  /// back, unless it is a cancellation.
  func decide(_ outcome: AnyOutcome) {
    var pending = tell { $0.decide(outcome) }
    while let core = pending.popLast() {
      pending += core.tell { $0.decide(outcome) }
    }
  }

  /// Passes a decision that was held back while the promise was paused to the waiting tasks.
  func tellAwaiters() {
    guard let decided = machine.withLock({ $0.details?.first?.decision }) else { return }
    for follower in tell({ $0.takeAwaiters() }) { follower.decide(decided) }
  }

  /// The outcome with which the promise has settled, or will.
  @usableFromInline
  var decided: AnyOutcome? { machine.withLock { $0.decided } }

  /// Adds a waiting task, or passes it the outcome at once if that is decided.
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
  /// The listeners that receive a decision at once: waiting tasks, progress handlers, which receive no more progress,
  /// and promises that settle as this one does.
  struct Decision: Sendable {
    let outcome: AnyOutcome
    var awaiters = PromiseListeners()
    var followers: [PromiseCore] = []
  }

  /// The outcome for tasks that await the promise.
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

  /// Takes the listeners that receive the decision now.
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
