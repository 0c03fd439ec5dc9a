/// Requests to a connection, from any thread.
extension ConnectionState {
  /// The actions that follow from a start.
  struct Starting: Sendable {
    let promise: PromiseCore
    /// The task of the run that it replaces.
    var replaced: Task<Void, Never>?
    /// The work to do now.
    var work: PendingWork?
    /// Whether it is a new call, for which a place in the holder was taken.
    var isNewCall = false
  }

  /// Starts, restarts, or repeats a call.
  ///
  /// - Returns: `nil` if a call that must be queued needs a place in the holder first.
  mutating func start(
    repeating: Bool,
    in hold: ConnectionHold?,
    makeCall: (_ number: Int, _ hold: ConnectionHold?) -> Call
  ) -> Starting? {
    switch phase {
    case .idle:
      let call = newCall(in: hold, makeCall)
      self.call = call
      return Starting(
        promise: call.promise,
        work: grant(newRun(repeating: repeating, isOpening: true)),
        isNewCall: true
      )
    case .running, .interrupted:
      guard let call else { break }
      let replaced = takeTask()
      return Starting(
        promise: call.promise,
        replaced: replaced,
        work: grant(newRun(repeating: repeating, isOpening: false))
      )
    case .canceling:
      // NB: a hook of a run that was cancelled underneath it has no effect anymore. Otherwise, a listener that restarts
      // could not be stopped.
      if let call, isBusyHere { return Starting(promise: call.promise) }
    case .decided:
      if let call, isNextForbidden, isBusyHere {
        return Starting(promise: nextCalls.last.flatMap { nextCalls[$0]?.promise } ?? call.promise)
      }
      streamRunId = nil
    }
    if let last = nextCalls.last, let next = nextCalls[last], next.cancellation == nil {
      nextCalls[last]?.isRepeating = repeating
      return Starting(promise: next.promise)
    }
    guard let hold else { return nil }
    var next = newCall(in: hold, makeCall)
    next.isRepeating = repeating
    nextCalls.append(next)
    return Starting(promise: next.promise, isNewCall: true)
  }

  /// The actions that follow from a cancellation.
  struct Cancelling: Sendable {
    /// The promise that fails, and its error.
    let promise: PromiseCore
    let error: ConnectionError
    /// The task of the run that it ends.
    var replaced: Task<Void, Never>?
    /// The work to do now.
    var work: PendingWork?
  }

  /// Cancels the call. Returns `nil` if there is nothing to cancel.
  mutating func cancel() -> Cancelling? {
    switch phase {
    case .idle:
      return nil
    case .running, .interrupted:
      let error = ConnectionError(.cancelled, request: announcedRequest)
      call?.cancellation = error
      phase = .canceling
      runId = nil
      if owner != nil { pendingWork = .cancel }
      let replaced = takeTask()
      return call.map {
        Cancelling(promise: $0.promise, error: error, replaced: replaced, work: owner == nil ? .cancel : nil)
      }
    case .canceling, .decided:
      streamRunId = nil
      // NB: if a listener always begins a new call, cancelling between two calls is the only way to stop it.
      if phase == .decided, !isBusyHere { isNextForbidden = true }
      return nextCalls.last.flatMap { cancelNext($0) }
    }
  }

  /// Cancels one call, by its promise. If its outcome is decided, other calls aren't affected.
  mutating func cancel(call number: Int) -> Cancelling? {
    guard call?.number == number else { return cancelNext(number) }
    return phase == .running || phase == .interrupted ? cancel() : nil
  }

  /// Cancels a call before it begins.
  private mutating func cancelNext(_ number: Int) -> Cancelling? {
    guard let next = nextCalls[number], next.cancellation == nil else { return nil }
    let error = ConnectionError(.cancelled)
    nextCalls[number]?.cancellation = error
    return Cancelling(promise: next.promise, error: error)
  }

  /// Interrupts the call.
  ///
  /// - Returns: The task of the run that it ends.
  mutating func interrupt() -> Task<Void, Never>? {
    guard phase == .running else { return nil }
    phase = .interrupted
    runId = nil
    pendingWork = nil
    return takeTask()
  }

  private mutating func newCall(
    in hold: ConnectionHold?,
    _ makeCall: (_ number: Int, _ hold: ConnectionHold?) -> Call
  ) -> Call {
    lastCall += 1
    return makeCall(lastCall, hold)
  }

  mutating func newRun(repeating: Bool, isOpening: Bool) -> Run {
    lastNumber += 1
    let id = ExecutionId(number: lastNumber)
    runId = id
    phase = .running
    return Run(id: id, isRepeating: repeating, isOpening: isOpening)
  }

  /// Returns the work for this thread if no thread owns the connection. Otherwise, the work becomes pending.
  private mutating func grant(_ run: Run) -> PendingWork? {
    guard owner == nil else {
      pendingWork = .run(run)
      return nil
    }
    owner = (ThreadId.current, run.id)
    return .run(run)
  }

  mutating func takeTask() -> Task<Void, Never>? {
    defer { task = nil }
    return task
  }

  private var isBusyHere: Bool {
    guard let owner else { return false }
    return owner.thread == ThreadId.current
  }
}
