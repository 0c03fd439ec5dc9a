/// A closure as a listener of failures: what ``Connection/addOnError(_:)`` adds.
public final class OnError: ConnectionErrorListener {
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
