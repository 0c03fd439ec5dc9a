/// Where a connection is in its life: a pure state machine, whose methods return what to do once its lock is left.
///
/// Its one rule: the connection's own code and its hooks run on one thread at a time, the *busy* one. What other threads, or
/// the hooks themselves, ask for meanwhile is a *wish*, which the busy thread grants when it leaves. So events never overlap,
/// and a listener that restarts for ever uses no stack.
struct ConnectionState: Sendable {
  /// From one `onStart` to its `onEnd`.
  struct Call: Sendable {
    let number: Int
    let promise: PromiseCore
    var holder: ConnectionHolder?
    var isRepeating = false
    var isCanceled = false
    var isAnnounced = false
  }

  /// One try of a call to reach its end; another may take its place.
  struct Run: Sendable {
    let id: ExecutionId
    let isRepeating: Bool
    /// Whether it begins a call, and not only goes on with one.
    let isOpening: Bool
  }

  /// What the busy thread is to do next.
  enum Work: Sendable {
    case run(Run)
    case cancel
  }

  enum Phase: Sendable {
    /// No call.
    case idle
    /// A run is under way.
    case running
    /// A call without a run, waiting for a restart or a cancel.
    case interrupted
    /// The call was cancelled, its promise is still to be told.
    case canceling
    /// The promise is settled, `onEnd` is still to come.
    case settled
  }

  private(set) var phase = Phase.idle
  private(set) var call: Call?
  private(set) var runId: ExecutionId?
  private(set) var latestRequest: Request?
  /// The calls to come; all but the last were cancelled before they began.
  private var nextCalls: [Call] = []
  private var isNextForbidden = false
  private var busy: (thread: ThreadId, runId: ExecutionId?)?
  private var wish: Work?
  private var task: Task<Void, Never>?
  private var lastNumber = 0
  private var lastCall = 0
}

extension ConnectionState {
  /// A start, a restart or a repetition.
  ///
  /// - Returns: The promise of the call it belongs to, the task of the run it replaces, and the work to do now, if any.
  mutating func start(
    repeating: Bool,
    makeCall: (_ number: Int) -> Call
  ) -> (promise: PromiseCore, replaced: Task<Void, Never>?, work: Work?) {
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
  mutating func cancel() -> (replaced: Task<Void, Never>?, work: Work?) {
    switch phase {
    case .idle:
      return (nil, nil)
    case .running, .interrupted:
      phase = .canceling
      runId = nil
      guard busy == nil else {
        wish = .cancel
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
  mutating func cancel(call number: Int) -> (replaced: Task<Void, Never>?, work: Work?) {
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
    wish = nil
    return takeTask()
  }

  private mutating func newCall(_ makeCall: (_ number: Int) -> Call) -> Call {
    lastCall += 1
    return makeCall(lastCall)
  }

  private mutating func newRun(repeating: Bool, isOpening: Bool) -> Run {
    lastNumber += 1
    let id = ExecutionId(number: lastNumber)
    runId = id
    phase = .running
    return Run(id: id, isRepeating: repeating, isOpening: isOpening)
  }

  /// The work for this thread, if none is busy; else a wish.
  private mutating func grant(_ run: Run) -> Work? {
    guard busy == nil else {
      wish = .run(run)
      return nil
    }
    busy = (ThreadId.current, run.id)
    return .run(run)
  }

  private mutating func takeTask() -> Task<Void, Never>? {
    defer { task = nil }
    return task
  }

  private var isBusyHere: Bool {
    guard let busy else { return false }
    return busy.thread == ThreadId.current
  }
}

extension ConnectionState {
  func isCurrent(_ run: Run) -> Bool { runId == run.id }

  /// Makes this thread the busy one, for a run.
  ///
  /// - Returns: `false` if another has taken the run's place.
  mutating func enter(_ run: Run) -> Bool {
    guard isCurrent(run) else { return false }
    busy = (ThreadId.current, run.id)
    return true
  }

  /// Makes this thread the busy one, to deliver a cancel; or none, if another thread is to deliver it.
  mutating func enterCancel(here: Bool) { busy = here ? (ThreadId.current, nil) : nil }

  /// Ends this thread's being busy for a run.
  ///
  /// - Returns: What was wished meanwhile, for which this thread stays busy.
  mutating func leave(_ run: Run) -> Work? {
    guard let busy, busy.runId == run.id else { return nil }
    defer { wish = nil }
    switch wish {
    case .run(let next): self.busy = (ThreadId.current, next.id)
    case .cancel: self.busy = (ThreadId.current, nil)
    case nil: self.busy = nil
    }
    return wish
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

  /// Remembers the request of the busy run.
  ///
  /// - Returns: Whether `onStart` is to come; also if the run's place was taken a moment ago, since the call has begun.
  mutating func announce(_ request: Request) -> Bool {
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
  /// - Returns: The work of the next call, if one was asked for, for which this thread stays busy.
  mutating func end() -> Work? {
    call = nextCalls.isEmpty ? nil : nextCalls.removeFirst()
    isNextForbidden = false
    guard let call else {
      phase = .idle
      busy = nil
      return nil
    }
    if call.isCanceled {
      phase = .canceling
      busy = (ThreadId.current, nil)
      return .cancel
    }
    let run = newRun(repeating: call.isRepeating, isOpening: true)
    busy = (ThreadId.current, run.id)
    return .run(run)
  }
}
