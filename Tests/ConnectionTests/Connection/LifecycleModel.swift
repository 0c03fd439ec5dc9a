/// What a connection is to do, as a plain program for one thread: the rules again, told in another way.
struct LifecycleModel {
  enum Phase { case idle, pending, interrupted, canceling, decided }

  struct Call {
    let number: Int
    var repeats: Bool
    var isCancelled = false
  }

  let script: LifecycleScript
  private(set) var events: [String] = []
  /// The call that each start belongs to, and how calls end.
  private(set) var starts: [Int] = []
  private var outcomes: [Int: String] = [:]
  private(set) var phase = Phase.idle
  private var current = Call(number: 0, repeats: false)
  private var queue: [Call] = []
  private var calls = 0
  private var nextRun: Bool?
  private var isAnnounced = false
  private var isForbidden = false
  private var hasRequest = false
  private var (made, sent) = (0, 0)
  private var counts: [String: Int] = [:]

  init(_ script: LifecycleScript) { self.script = script }

  /// What the promise of each start has become.
  var promises: [String] { starts.map { outcomes[$0] ?? "pending" } }

  /// Does something from outside, and all that follows from it.
  mutating func perform(_ action: LifecycleScript.Action) {
    act(action, isHere: false, isHeld: phase == .interrupted)
    while true {
      switch phase {
      case .pending: attempt()
      case .canceling: deliverCancel()
      case .interrupted: return
      case .decided, .idle:
        isForbidden = false
        guard !queue.isEmpty else { return phase = .idle }
        open(queue.removeFirst())
      }
    }
  }

  private mutating func open(_ call: Call) {
    current = call
    isAnnounced = false
    phase = call.isCancelled ? .canceling : .pending
    nextRun = call.repeats
  }

  private mutating func attempt() {
    let repeats = nextRun ?? false
    nextRun = nil
    if !(repeats && hasRequest) {
      made += 1
      guard hook("make") else { return }
      if made == script.impossibleRequest { return fail("onNetworkError") }
    }
    hasRequest = true
    if !isAnnounced {
      isAnnounced = true
      guard hook("onStart") else { return }
    }
    let answer = script.answers[sent % script.answers.count]
    sent += 1
    guard hook("send") else { return }
    if answer == .lost { return fail("onNetworkError") }
    receive(answer)
  }

  private mutating func receive(_ answer: LifecycleScript.Answer) {
    guard hook("onReceived") else { return }
    if script.veto == "onReceived" { return fail("onResponseError") }
    guard hook("validate") else { return }
    if answer == .refused { return fail("onResponseError") }
    guard hook("parseResponse"), hook("onReceivedModel") else { return }
    if script.veto == "onReceivedModel" { return fail("onValidationError") }
    decide("value")
    for event in ["success", "afterSuccess"] { _ = hook(event) }
    end()
  }

  private mutating func fail(_ event: String) {
    guard hook(event) else { return }
    decide("failed")
    _ = hook("afterError")
    end()
  }

  private mutating func deliverCancel() {
    _ = hook("onCanceled")
    phase = .decided
    _ = hook("afterError")
    end()
  }

  private mutating func decide(_ outcome: String) {
    phase = .decided
    outcomes[current.number] = outcome
  }

  private mutating func end() { if isAnnounced { _ = hook("onEnd") } }

  /// - Returns: Whether the run goes on.
  private mutating func hook(_ event: String) -> Bool {
    let isHeld = event != "onEnd" || !queue.isEmpty
    events.append(isHeld ? event : "\(event), not held")
    counts[event, default: 0] += 1
    for step in script.steps["\(event) \(counts[event] ?? 0)"] ?? [] {
      act(step.action, isHere: !step.isElsewhere, isHeld: event != "onEnd" || !queue.isEmpty)
    }
    return phase == .pending && nextRun == nil
  }

  private mutating func act(_ action: LifecycleScript.Action, isHere: Bool, isHeld: Bool) {
    switch action {
    case .cancel: cancel(isHere: isHere)
    case .cancelAll: if isHeld { cancel(isHere: isHere) }
    case .breakInterruption: if phase == .interrupted { cancel(isHere: isHere) }
    case .interrupt:
      guard phase == .pending else { return }
      phase = .interrupted
      nextRun = nil
    case .restart: start(repeats: false, isHere: isHere)
    case .repeatRequest: start(repeats: true, isHere: isHere)
    }
  }

  private mutating func cancel(isHere: Bool) {
    switch phase {
    case .pending, .interrupted:
      decide("cancelled")
      phase = .canceling
      nextRun = nil
    case .canceling, .decided:
      if let last = queue.indices.last {
        queue[last].isCancelled = true
        outcomes[queue[last].number] = "cancelled"
      }
      if phase == .decided, !isHere { isForbidden = true }
    case .idle: break
    }
  }

  private mutating func start(repeats: Bool, isHere: Bool) {
    switch phase {
    case .pending, .interrupted:
      phase = .pending
      nextRun = repeats
      starts.append(current.number)
    case .canceling where isHere: starts.append(current.number)
    case .decided where isHere && isForbidden: starts.append(queue.last?.number ?? current.number)
    case .idle, .canceling, .decided:
      if queue.last?.isCancelled == false, let last = queue.indices.last {
        queue[last].repeats = repeats
      } else {
        calls += 1
        queue.append(Call(number: calls, repeats: repeats))
      }
      starts.append(queue.last?.number ?? 0)
    }
  }
}
