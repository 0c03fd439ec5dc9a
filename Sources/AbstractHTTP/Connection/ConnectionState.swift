/// Where a connection is in its lifecycle: a pure state machine, whose methods return what to do once its lock is left.
///
/// Its one rule: the connection's own code and its hooks run on one thread at a time, the *busy* one. What other threads, or
/// the hooks themselves, ask for meanwhile is pending work, which the owner thread performs when it leaves. So events never overlap,
/// and a listener that restarts for ever uses no stack.
struct ConnectionState: Sendable {
  /// From one `onStart` to its `onEnd`.
  struct Call: Sendable {
    let number: Int
    var promise: PromiseCore
    /// Its place in a holder: taken when it begins, or when it is queued.
    var hold: ConnectionHold?
    var isRepeating = false
    var isAnnounced = false
    /// What its listeners and its promise receive, once it is cancelled.
    var cancellation: ConnectionError?
  }

  /// One try of a call to reach its end; another may take its place.
  struct Run: Sendable {
    let id: ExecutionId
    let isRepeating: Bool
    /// Whether it begins a call, and not only goes on with one.
    let isOpening: Bool
  }

  /// What the owner is to do next.
  enum PendingWork: Sendable {
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
    /// The call was cancelled, and its promise's handlers are still to be called.
    case canceling
    /// The outcome is decided, `onEnd` is still to come: after the stream, if the response is one.
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
  /// The run that came to its end last.
  var finishedId: ExecutionId?
  var lastNumber = 0
  var lastCall = 0
}

/// The calls to come, numbered without gaps. All but the last were cancelled before they began.
struct CallQueue: Sendable {
  private var calls: [Int: ConnectionState.Call] = [:]
  private var numbers = 0..<0

  /// The number of the last call; `nil` if there is none.
  var last: Int? { numbers.last }

  /// A call that is still to come.
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
