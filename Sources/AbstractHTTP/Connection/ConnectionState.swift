/// Where a connection is in its lifecycle: a pure state machine, whose methods return what to do once its lock is left.
///
/// Its one rule: the connection's own code and its hooks run on one thread at a time, the *busy* one. What other threads, or
/// the hooks themselves, ask for meanwhile is pending work, which the owner thread performs when it leaves. So events never overlap,
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
    /// The call was cancelled, and its promise isn't settled yet.
    case canceling
    /// The promise is settled, `onEnd` is still to come.
    case settled
  }

  var phase = Phase.idle
  var call: Call?
  var runId: ExecutionId?
  var latestRequest: Request?
  /// The calls to come; all but the last were cancelled before they began.
  var nextCalls: [Call] = []
  var isNextForbidden = false
  var owner: (thread: ThreadId, runId: ExecutionId?)?
  var pendingWork: PendingWork?
  var task: Task<Void, Never>?
  var lastNumber = 0
  var lastCall = 0
}
