/// The circuit for one server: a pure state machine, whose methods return the actions to perform after the lock is
/// released.
///
/// Each change of state begins a new generation. Requests of an older generation no longer count.
struct CircuitBreakerState: Sendable {
  enum Entry: Sendable {
    /// The request may be sent. Pass its result to ``leave(_:of:at:_:)`` with the number of the generation.
    case admitted(generation: Int, change: CircuitState?)
    case refused(remaining: Duration?)
  }

  private enum Phase: Sendable {
    case closed
    case open(until: Duration)
    case halfOpen(running: Int, succeeded: Int, last: Duration)
    case isolated
  }

  private var phase = Phase.closed
  private var generation = 0
  private var window = SlidingWindowCounter()

  /// Requests permission to send a request.
  mutating func enter(at now: Duration, _ policy: CircuitPolicy) -> Entry {
    switch phase {
    case .closed:
      return .admitted(generation: generation, change: nil)
    case .isolated:
      return .refused(remaining: nil)
    case .open(let until):
      guard now >= until else { return .refused(remaining: until - now) }
      change(to: .halfOpen(running: 1, succeeded: 0, last: now))
      return .admitted(generation: generation, change: .halfOpen)
    case .halfOpen(let running, let succeeded, let last):
      // NB: one more after each break, because a probe that never ends would keep the circuit open forever.
      let isDue = now - last >= policy.breakDuration
      guard running + succeeded < policy.probes || isDue else { return .refused(remaining: nil) }
      phase = .halfOpen(running: running + 1, succeeded: succeeded, last: now)
      return .admitted(generation: generation, change: nil)
    }
  }

  /// Counts the result of a request that was let through.
  ///
  /// - Returns: The new state if it changes.
  mutating func leave(
    _ verdict: CircuitVerdict,
    of generation: Int,
    at now: Duration,
    _ policy: CircuitPolicy
  ) -> CircuitState? {
    guard generation == self.generation else { return nil }
    switch (phase, verdict) {
    case (.closed, .success):
      count(isFailure: false, at: now, policy)
      return nil
    case (.closed, .failure(let rest)):
      count(isFailure: true, at: now, policy)
      return window.total.isTooBad(policy) ? open(at: now, policy.breakDuration(wanting: rest)) : nil
    case (.halfOpen, .failure(let rest)):
      return open(at: now, policy.breakDuration(wanting: rest))
    case (.halfOpen(let running, let succeeded, let last), .success):
      phase = .halfOpen(running: running - 1, succeeded: succeeded + 1, last: last)
      return succeeded + 1 >= policy.probes ? close() : nil
    case (.halfOpen(let running, let succeeded, let last), .neither):
      phase = .halfOpen(running: running - 1, succeeded: succeeded, last: last)
      return nil
    case (.closed, .neither), (.open, _), (.isolated, _):
      return nil
    }
  }

  /// Blocks all requests until the circuit is closed explicitly.
  mutating func isolate() { change(to: .isolated) }

  /// Closes the circuit, and forgets its history.
  @discardableResult
  mutating func close() -> CircuitState {
    change(to: .closed)
    return .closed
  }

  /// Returns the state that the next request encounters.
  func state(at now: Duration) -> CircuitState {
    switch phase {
    case .closed: .closed
    case .isolated: .open
    case .open(let until): now < until ? .open : .halfOpen
    case .halfOpen: .halfOpen
    }
  }

  /// Whether there is no history to keep.
  var isIdle: Bool { if case .closed = phase { window.total.marks == 0 } else { false } }

  private mutating func count(isFailure: Bool, at now: Duration, _ policy: CircuitPolicy) {
    let slice = SlidingWindowCounter.slice(at: now, window: policy.samplingDuration)
    window.add(calls: 1, marks: isFailure ? 1 : 0, at: slice)
  }

  private mutating func open(at now: Duration, _ duration: Duration) -> CircuitState {
    change(to: .open(until: now + duration))
    return .open
  }

  private mutating func change(to phase: Phase) {
    self.phase = phase
    generation += 1
    window = SlidingWindowCounter()
  }
}

extension SlidingWindowCounter.Counts {
  /// Returns whether enough calls failed to open the circuit.
  fileprivate func isTooBad(_ policy: CircuitPolicy) -> Bool {
    calls >= policy.minimumThroughput && Double(marks) >= policy.failureRatio * Double(calls)
  }
}
