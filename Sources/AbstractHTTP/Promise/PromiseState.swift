/// The state of a promise.
public enum PromiseState: Sendable {
  /// The promise hasn't been started, or is paused: nothing is delivered until it is resumed.
  case paused

  /// The promise is running.
  case running

  /// The promise has its value.
  case fulfilled

  /// The promise failed.
  case rejected

  /// The promise was cancelled, or nothing was left that could settle it.
  case cancelled
}

extension PromiseMachine {
  var state: PromiseState { state(of: settlement) }

  func state(of outcome: AnyOutcome?) -> PromiseState {
    switch outcome {
    case nil: isPaused ? .paused : .running
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled, .removed: .cancelled
    }
  }
}
