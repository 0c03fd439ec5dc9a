/// Where a promise stands.
public enum PromiseState: Sendable {
  /// It has not been started, or was paused: nothing is delivered until it is resumed.
  case paused

  /// It is under way.
  case running

  /// It has its value.
  case fulfilled

  /// It failed.
  case rejected

  /// It was cancelled, or nobody could settle it any more.
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
