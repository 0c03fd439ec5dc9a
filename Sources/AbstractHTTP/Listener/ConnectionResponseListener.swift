/// Observes the responses of connections, and may reject them.
///
/// See ``ConnectionListener`` for the order of all events.
public protocol ConnectionResponseListener: AnyObject, Sendable {
  /// Called when a response has arrived, with any status. It is called on a thread of the library's pool, which it may
  /// block, or on the caller's if the connector answers before its `start` returns.
  ///
  /// - Returns: `false` to reject the response: the connection fails with `.invalidResponse`, and later listeners
  ///   aren't called.
  func onReceived(connection: any ConnectionTask, response: Response) -> Bool

  /// Called when the response is valid and parsed, on the same thread as `onReceived`.
  ///
  /// - Returns: `false` to reject the model: the connection fails with `.validation`, and later listeners aren't
  ///   called.
  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool

  /// Called after the success closure and the promise's handlers, on the delivery thread.
  func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable)

  /// Called when the response is valid and parsed: the same event, for listeners that declare the model as `Any`.
  @_documentation(visibility: internal)
  func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool

  /// Called after the success closure: the same event, for listeners that declare the model as `Any`.
  @_documentation(visibility: internal)
  func afterSuccess(connection: any ConnectionTask, responseModel: Any)
}

extension ConnectionResponseListener {
  /// Accepts every response.
  public func onReceived(connection: any ConnectionTask, response: Response) -> Bool { true }

  /// Calls the method with a model of type `Any`.
  public func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    onReceivedModel(connection: connection, responseModel: responseModel as Any)
  }

  /// Calls the method with a model of type `Any`.
  public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
    afterSuccess(connection: connection, responseModel: responseModel as Any)
  }

  /// Accepts every model.
  @_documentation(visibility: internal)
  public func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool { true }

  /// Does nothing.
  @_documentation(visibility: internal)
  public func afterSuccess(connection: any ConnectionTask, responseModel: Any) {}
}
