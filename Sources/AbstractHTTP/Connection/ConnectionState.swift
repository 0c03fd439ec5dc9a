/// The lifecycle of a connection: a pure state machine, whose methods return the actions to perform after the lock is
/// released.
///
/// It has one rule: the connection's own code and its hooks run on one thread at a time, the *owner*. Requests from
/// other threads, or from the hooks themselves, become pending work, which the owner performs when it leaves. Events
/// therefore never overlap, and a listener that restarts forever uses no stack.
struct ConnectionState: Sendable {
  /// A call, from its `onStart` to its `onEnd`.
  struct Call: Sendable {
    let number: Int
    var promise: PromiseCore
    /// The call's place in a holder, taken when it begins or is queued.
    var hold: ConnectionHold?
    var isRepeating = false
    var isAnnounced = false
    /// The error that its listeners and its promise receive after a cancellation.
    var cancellation: ConnectionError?
  }

  /// An attempt of a call to reach its end. It can be replaced by another one.
  struct Run: Sendable {
    let id: ExecutionId
    let isRepeating: Bool
    /// Whether the run begins a call instead of continuing one.
    let isOpening: Bool
  }

  /// The next action of the owner.
  enum PendingWork: Sendable {
    case run(Run)
    case cancel
  }

  enum Phase: Sendable {
    /// There is no call.
    case idle
    /// A run is in progress.
    case running
    /// The call has no run, and waits for a restart or a cancellation.
    case interrupted
    /// The call was cancelled, and its promise's handlers have yet to be called.
    case canceling
    /// The outcome is decided, and `onEnd` has yet to be called. If the response is a stream, that happens after the
    /// stream ends.
    case decided
  }

  var phase = Phase.idle
  var call: Call?
  var runId: ExecutionId?
  /// The run whose response is being streamed, until something stops the stream.
  var streamRunId: ExecutionId?
  var latestRequest: Request?
  var nextCalls = CallQueue()
  var isNextForbidden = false
  var owner: (thread: ThreadId, runId: ExecutionId?)?
  var pendingWork: PendingWork?
  var task: Task<Void, Never>?
  /// The run that ended last.
  var finishedId: ExecutionId?
  var lastNumber = 0
  var lastCall = 0
}

/// The queued calls, numbered without gaps. All except the last were cancelled before they began.
struct CallQueue: Sendable {
  private var calls: [Int: ConnectionState.Call] = [:]
  private var numbers = 0..<0

  /// The number of the last call; `nil` without calls.
  var last: Int? { numbers.last }

  /// Accesses a queued call.
  subscript(number: Int) -> ConnectionState.Call? {
    get { calls[number] }
    set { calls[number] = newValue }
  }

  mutating func append(_ call: ConnectionState.Call) {
    numbers = (numbers.isEmpty ? call.number : numbers.lowerBound)..<(call.number + 1)
    calls[call.number] = call
  }

  mutating func popFirst() -> ConnectionState.Call? {
    guard let first = numbers.first else { return nil }
    numbers = numbers.dropFirst()
    return calls.removeValue(forKey: first)
  }
}
