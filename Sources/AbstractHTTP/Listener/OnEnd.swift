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
