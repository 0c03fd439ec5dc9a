/// How a promise ended.
public enum Outcome<Value, Failure: Error> {
  /// It has its value.
  case fulfilled(Value)

  /// It failed.
  case rejected(Failure)

  /// It was cancelled, with the error given to the cancel, if one was.
  case cancelled(Failure?)
}

extension Outcome: Sendable where Value: Sendable {}

extension Outcome: Equatable where Value: Equatable, Failure: Equatable {}

extension Outcome {
  /// Makes the outcome of a failure, or of a cancel, from what a handler received about it.
  ///
  /// A cancel without an error stays one; a failure always has an error.
  public init(_ errorInfo: (error: Failure?, isCancelled: Bool)) {
    if let error = errorInfo.error, !errorInfo.isCancelled {
      self = .rejected(error)
    } else {
      self = .cancelled(errorInfo.error)
    }
  }

  /// The value, if it was fulfilled.
  public var value: Value? {
    guard case .fulfilled(let value) = self else { return nil }
    return value
  }

  /// What went wrong, if it was not fulfilled; a cancel may come without an error.
  public var errorInfo: (error: Failure?, isCancelled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error): (error, false)
    case .cancelled(let error): (error, true)
    }
  }
}
