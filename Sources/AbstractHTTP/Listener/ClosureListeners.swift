/// A closure as a listener of failures: what ``Connection/addOnError(_:)`` adds.
public final class OnError: PassiveErrorListener {
  private let onError: @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void

  /// Makes a listener that calls the closure after every failure and cancel, on the delivery thread.
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

/// A closure as a listener of the end: what ``Connection/addOnEnd(_:)`` adds.
public final class OnEnd: ConnectionListener {
  private let onEnd: @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void

  /// Makes a listener that calls the closure at the end of every call, on the delivery thread.
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
