/// How a run goes on, on the thread that is busy with it.
extension ConnectionState {
  func isCurrent(_ run: Run) -> Bool { runId == run.id }

  /// Makes this thread the owner, for a run.
  ///
  /// - Returns: `false` if another has taken the run's place.
  mutating func enter(_ run: Run) -> Bool {
    guard isCurrent(run) else { return false }
    owner = (ThreadId.current, run.id)
    return true
  }

  /// Makes this thread the owner, to deliver a cancellation; or none, if another thread is to deliver it.
  mutating func enterCancel(here: Bool) { owner = here ? (ThreadId.current, nil) : nil }

  /// Ends this thread's being busy for a run.
  ///
  /// - Returns: The work that was requested meanwhile, for which this thread stays the owner.
  mutating func leave(_ run: Run) -> PendingWork? {
    guard let owner, owner.runId == run.id else { return nil }
    defer { pendingWork = nil }
    switch pendingWork {
    case .run(let next): self.owner = (ThreadId.current, next.id)
    case .cancel: self.owner = (ThreadId.current, nil)
    case nil: self.owner = nil
    }
    return pendingWork
  }

  /// Keeps the task of a suspended run, to be cancelled when another takes its place.
  ///
  /// - Returns: `false` if that has happened already.
  mutating func keep(_ task: Task<Void, Never>, of run: Run) -> Bool {
    guard isCurrent(run) else { return false }
    self.task = task
    return true
  }

  /// Remembers where the connection is held until the end of the call.
  mutating func hold(in holder: ConnectionHolder) { call?.holder = holder }

  /// Remembers the request of the run that owns the thread.
  ///
  /// - Returns: Whether `onStart` is to come; also if the run's place was taken a moment ago, since the call has begun.
  mutating func notifyStart(_ request: Request) -> Bool {
    latestRequest = request
    defer { call?.isAnnounced = true }
    return call?.isAnnounced == false
  }

  /// The request of the present call, if one was made.
  var announcedRequest: Request? { call?.isAnnounced == true ? latestRequest : nil }

  /// Settles the call by a run.
  ///
  /// - Returns: The call's promise; `nil` if another has taken the run's place.
  mutating func settle(by run: Run) -> PromiseCore? {
    guard isCurrent(run) else { return nil }
    return settle()
  }

  /// Settles the call, as its cancel does.
  mutating func settle() -> PromiseCore? {
    phase = .settled
    runId = nil
    task = nil
    return call?.promise
  }

  /// Ends the call, after its `onEnd`.
  ///
  /// - Returns: The work of the next call, if one was asked for, for which this thread stays the owner.
  mutating func end() -> PendingWork? {
    call = nextCalls.isEmpty ? nil : nextCalls.removeFirst()
    isNextForbidden = false
    guard let call else {
      phase = .idle
      owner = nil
      return nil
    }
    if call.isCanceled {
      phase = .canceling
      owner = (ThreadId.current, nil)
      return .cancel
    }
    let run = newRun(repeating: call.isRepeating, isOpening: true)
    owner = (ThreadId.current, run.id)
    return .run(run)
  }
}
