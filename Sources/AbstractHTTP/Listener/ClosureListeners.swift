/// A listener that calls a closure after failures: ``Connection/addOnError(_:)`` adds one.
public final class OnError: PassiveErrorListener {
  private let onError: @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void

  /// Creates a listener that calls the closure after every failure and cancellation, on the delivery thread.
  public init(_ onError: @escaping @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void) {
    self.onError = onError
  }

  /// Calls the closure.
  public func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) {
    onError(error, response, responseModel)
  }
}

/// A listener that calls a closure at the end: ``Connection/addOnEnd(_:)`` adds one.
public final class OnEnd: ConnectionListener {
  private let onEnd: @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void

  /// Creates a listener that calls the closure at the end of every call, on the delivery thread.
  public init(_ onEnd: @escaping @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void) {
    self.onEnd = onEnd
  }

  /// Calls the closure.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    onEnd(response, responseModel, error)
  }
}
