/// The outcome of a promise.
public enum Outcome<Value, Failure: Error> {
  /// The promise was fulfilled with a value.
  case fulfilled(Value)

  /// The promise failed with an error.
  case rejected(Failure)

  /// The promise was cancelled, with the error of the cancellation, if it had one.
  case cancelled(Failure?)
}

extension Outcome: Sendable where Value: Sendable {}

extension Outcome: Equatable where Value: Equatable, Failure: Equatable {}

extension Outcome {
  /// Creates the outcome of a failure or a cancellation from the error info that a handler received.
  ///
  /// A cancellation may lack an error. A failure always has one.
  public init(_ errorInfo: (error: Failure?, isCancelled: Bool)) {
    if let error = errorInfo.error, !errorInfo.isCancelled {
      self = .rejected(error)
    } else {
      self = .cancelled(errorInfo.error)
    }
  }

  /// The value, if the promise was fulfilled.
  public var value: Value? {
    guard case .fulfilled(let value) = self else { return nil }
    return value
  }

  /// The error and whether the promise was cancelled; nil if it was fulfilled. A cancellation may lack an error.
  public var errorInfo: (error: Failure?, isCancelled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error): (error, false)
    case .cancelled(let error): (error, true)
    }
  }
}
