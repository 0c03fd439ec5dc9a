/// What is asked of a connection, from any thread.
extension ConnectionState {
  /// A start, a restart or a repetition.
  ///
  /// - Returns: The promise of the call it belongs to, the task of the run it replaces, and the work to do now, if any.
  mutating func start(
    repeating: Bool,
    makeCall: (_ number: Int) -> Call
  ) -> (promise: PromiseCore, replaced: Task<Void, Never>?, work: PendingWork?) {
    switch phase {
    case .idle:
      let call = newCall(makeCall)
      self.call = call
      return (call.promise, nil, grant(newRun(repeating: repeating, isOpening: true)))
    case .running, .interrupted:
      guard let call else { break }
      return (call.promise, takeTask(), grant(newRun(repeating: repeating, isOpening: false)))
    case .canceling:
      // NB: a hook of a run that was cancelled under it has no say any more, or a listener that restarts could not be stopped.
      if let call, isBusyHere { return (call.promise, nil, nil) }
    case .settled:
      if let call, isNextForbidden, isBusyHere { return ((nextCalls.last ?? call).promise, nil, nil) }
    }
    var next = nextCalls.last?.isCanceled == false ? nextCalls.removeLast() : newCall(makeCall)
    next.isRepeating = repeating
    nextCalls.append(next)
    return (next.promise, nil, nil)
  }

  /// A cancel.
  ///
  /// - Returns: The task of the run that it ends, and whether to deliver the cancel now.
  mutating func cancel() -> (replaced: Task<Void, Never>?, work: PendingWork?) {
    switch phase {
    case .idle:
      return (nil, nil)
    case .running, .interrupted:
      phase = .canceling
      runId = nil
      guard owner == nil else {
        pendingWork = .cancel
        return (takeTask(), nil)
      }
      return (takeTask(), .cancel)
    case .canceling, .settled:
      if let last = nextCalls.indices.last { nextCalls[last].isCanceled = true }
      // NB: between two calls of a listener that begins a new one for ever, this is the only way to stop it.
      if phase == .settled, !isBusyHere { isNextForbidden = true }
      return (nil, nil)
    }
  }

  /// A cancel of one call, by its promise; one that has ended or is being cancelled has no say in the others.
  ///
  /// - Returns: The task of the run that it ends, and whether to deliver the cancel now.
  mutating func cancel(call number: Int) -> (replaced: Task<Void, Never>?, work: PendingWork?) {
    if call?.number == number { return phase == .running || phase == .interrupted ? cancel() : (nil, nil) }
    if let next = nextCalls.firstIndex(where: { $0.number == number }) { nextCalls[next].isCanceled = true }
    return (nil, nil)
  }

  /// An interruption.
  ///
  /// - Returns: The task of the run that it ends.
  mutating func interrupt() -> Task<Void, Never>? {
    guard phase == .running else { return nil }
    phase = .interrupted
    runId = nil
    pendingWork = nil
    return takeTask()
  }

  private mutating func newCall(_ makeCall: (_ number: Int) -> Call) -> Call {
    lastCall += 1
    return makeCall(lastCall)
  }

  mutating func newRun(repeating: Bool, isOpening: Bool) -> Run {
    lastNumber += 1
    let id = ExecutionId(number: lastNumber)
    runId = id
    phase = .running
    return Run(id: id, isRepeating: repeating, isOpening: isOpening)
  }

  /// The work for this thread if there is no owner; otherwise the work becomes pending.
  private mutating func grant(_ run: Run) -> PendingWork? {
    guard owner == nil else {
      pendingWork = .run(run)
      return nil
    }
    owner = (ThreadId.current, run.id)
    return .run(run)
  }

  private mutating func takeTask() -> Task<Void, Never>? {
    defer { task = nil }
    return task
  }

  private var isBusyHere: Bool {
    guard let owner else { return false }
    return owner.thread == ThreadId.current
  }
}
