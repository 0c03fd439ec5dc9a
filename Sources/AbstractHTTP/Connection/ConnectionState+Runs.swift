/// The progress of a run, on the thread that owns it.
extension ConnectionState {
  func isCurrent(_ run: Run) -> Bool { runId == run.id }

  /// Makes this thread the owner for a run.
  ///
  /// - Returns: `false` if the run has been replaced.
  mutating func enter(_ run: Run) -> Bool {
    guard isCurrent(run) else { return false }
    owner = (ThreadId.current, run.id)
    return true
  }

  /// Ends this thread's ownership for a run.
  ///
  /// - Returns: The work that was requested in the meantime, for which this thread stays the owner.
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

  /// Keeps the task of a suspended run, which is cancelled when another run replaces it.
  ///
  /// - Returns: `false` if the run has already been replaced. A task that has ended isn't cancelled, because it may be
  ///   delivering.
  mutating func keep(_ task: Task<Void, Never>, of run: Run) -> Bool {
    guard isCurrent(run) else { return finishedId == run.id }
    self.task = task
    return true
  }

  /// Stores the request of the run that owns the thread, and announces its call, unless the run has been replaced.
  ///
  /// - Returns: Whether to call `onStart`, and the former request, to be released after the lock is released.
  mutating func notifyStart(_ request: Request, of run: Run) -> (isFirst: Bool, former: Request?) {
    guard isCurrent(run) else { return (false, nil) }
    let isFirst = call?.isAnnounced == false
    call?.isAnnounced = true
    return (isFirst, exchange(&latestRequest, with: request))
  }

  /// The request of the current call, if one was created.
  var announcedRequest: Request? { call?.isAnnounced == true ? latestRequest : nil }
}

/// The end of a call: its outcome is decided, delivered, and followed by the next call.
extension ConnectionState {
  /// Decides the outcome of the call from a run. Nothing changes it afterwards.
  ///
  /// - Parameters:
  ///   - run: The run that has ended.
  ///   - here: Whether this thread delivers the outcome.
  ///   - isStreamed: Whether the call ends with the stream of its response.
  /// - Returns: The call's promise, and the run's task, to be released after the lock is released; `nil` if the run has
  ///   been replaced.
  mutating func decide(
    by run: Run,
    here: Bool,
    isStreamed: Bool = false
  ) -> (promise: PromiseCore, task: Task<Void, Never>?)? {
    guard isCurrent(run), let call else { return nil }
    finishedId = run.id
    phase = .decided
    runId = nil
    streamRunId = isStreamed ? run.id : nil
    owner = here ? (ThreadId.current, nil) : nil
    return (call.promise, takeTask())
  }

  /// The run whose transfers continue.
  var transferRunId: ExecutionId? { runId ?? streamRunId }

  /// Leaves a decided call to its stream.
  ///
  /// - Returns: The promise, which holds the model and thereby the stream. Release it outside the lock.
  mutating func leaveToStream() -> PromiseCore? {
    owner = nil
    defer { call?.promise = PromiseCore(.cancelled(nil)) }
    return call?.promise
  }

  /// Makes this thread the owner, to end the call after its stream.
  mutating func enterEnd() {
    owner = (ThreadId.current, nil)
    streamRunId = nil
  }

  /// Makes this thread the owner, to deliver an outcome. If another thread is to deliver it, no thread is the owner.
  mutating func deliver(here: Bool) { owner = here ? (ThreadId.current, nil) : nil }

  /// Records that the promise's handlers have been called. From then on, a cancelled call is like any other.
  mutating func settle() { phase = .decided }

  /// Ends the call, after its `onEnd`.
  ///
  /// - Returns: The call, to be released after the lock is released, and the work of the next call if one was
  ///   requested. This thread stays the owner for that call.
  mutating func end() -> (ended: Call?, work: PendingWork?) {
    let ended = exchange(&call, with: nextCalls.popFirst())
    isNextForbidden = false
    guard let call else {
      phase = .idle
      owner = nil
      return (ended, nil)
    }
    if call.cancellation != nil {
      phase = .canceling
      owner = (ThreadId.current, nil)
      return (ended, .cancel)
    }
    let run = newRun(repeating: call.isRepeating, isOpening: true)
    owner = (ThreadId.current, run.id)
    return (ended, .run(run))
  }
}
