/// The parts that few promises have, stored separately to keep the others small.
struct PromiseDetails: Sendable {
  var name: String?
  var progress: (any AnyBox)?

  /// The control requests that the executor or the owner handles.
  var onPause: (@Sendable () -> Void)?
  var onResume: (@Sendable () -> Void)?
  var onCancel: (@Sendable () -> Void)?

  /// Settles the promise when it is cancelled, in place of the cancellation itself. It is also notified when the
  /// promise is paused or resumed, unless another closure is.
  var owner: (@Sendable (ControlRequest) -> Void)?
  var wasAsked = false

  /// The executor, until it is run.
  var start: (@Sendable (PromiseCore) -> Void)?

  /// The object that starts the inner promise on a resume.
  var starter: DeferredStart?

  /// The promises that are paused, resumed, and cancelled along with this one.
  var inner: [PromiseCore] = []

  /// Progress and the settlement that were reported while the promise was paused.
  var backlog: [any AnyBox] = []
  var held: AnyOutcome?

  /// The outcome that awaiting tasks already receive, while the handlers have yet to be called.
  var decision: AnyOutcome?

  /// A closure that is called once the promise has settled, whatever its outcome.
  var cleanup: (@Sendable () -> Void)?

  mutating func addCleanup(_ new: @escaping @Sendable () -> Void) {
    guard let former = cleanup else { return cleanup = new }
    cleanup = {
      former()
      new()
    }
  }

  /// The closure to call for a pause.
  var pausing: (@Sendable () -> Void)? { onPause ?? asking(.pause) }

  /// The closure to call for a resume.
  var resuming: (@Sendable () -> Void)? { onResume ?? asking(.resume) }

  private func asking(_ request: ControlRequest) -> (@Sendable () -> Void)? {
    guard let owner else { return nil }
    return { owner(request) }
  }

  /// The details that are still needed after the promise has settled.
  var remains: [PromiseDetails]? {
    name == nil && progress == nil ? nil : [PromiseDetails(name: name, progress: progress)]
  }
}

/// A request to the owner of a promise.
enum ControlRequest: Sendable {
  case pause
  case resume
  /// Settle the promise as cancelled.
  case cancel(AnyOutcome)
}
