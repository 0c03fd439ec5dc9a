/// What only few promises have: kept apart, so that the others stay small.
struct PromiseDetails: Sendable {
  var name: String?
  var progress: (any AnyBox)?

  /// The control requests that the executor, or the owner, handles.
  var onPause: (@Sendable () -> Void)?
  var onResume: (@Sendable () -> Void)?
  var onCancel: (@Sendable () -> Void)?

  /// Whoever settles this promise when it is cancelled, instead of the cancel itself; also notified of a pause and a resume,
  /// where nobody else is.
  var owner: (@Sendable (ControlRequest) -> Void)?
  var wasAsked = false

  /// The executor, as long as it has not been run.
  var start: (@Sendable (PromiseCore) -> Void)?

  /// What starts the inner promise on a resume.
  var starter: DeferredStart?

  /// The promises that are paused, resumed and cancelled along with this one.
  var inner: [PromiseCore] = []

  /// What was reported, and what it was settled with, while it was paused.
  var backlog: [any AnyBox] = []
  var held: AnyOutcome?

  /// What tasks that await the promise receive already, while its handlers are still to be called.
  var decision: AnyOutcome?

  /// Is called once the promise has settled, however it did.
  var cleanup: (@Sendable () -> Void)?

  mutating func addCleanup(_ new: @escaping @Sendable () -> Void) {
    guard let former = cleanup else { return cleanup = new }
    cleanup = {
      former()
      new()
    }
  }

  /// What a pause does.
  var pausing: (@Sendable () -> Void)? { onPause ?? asking(.pause) }

  /// What a resume does.
  var resuming: (@Sendable () -> Void)? { onResume ?? asking(.resume) }

  private func asking(_ request: ControlRequest) -> (@Sendable () -> Void)? {
    guard let owner else { return nil }
    return { owner(request) }
  }

  /// What is still asked for after the promise has settled.
  var remains: [PromiseDetails]? {
    name == nil && progress == nil ? nil : [PromiseDetails(name: name, progress: progress)]
  }
}

/// What is asked of the owner of a promise.
enum ControlRequest: Sendable {
  case pause
  case resume
  /// To settle it as cancelled.
  case cancel(AnyOutcome)
}
