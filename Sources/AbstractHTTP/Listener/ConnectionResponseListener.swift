/// Watches the responses of connections, and may refuse them.
///
/// ``ConnectionListener`` draws the order of all events.
public protocol ConnectionResponseListener: AnyObject, Sendable {
  /// A response arrived, with any status. On a thread of the library's pool, which may be blocked; on the caller's
  /// if the connector answers before its `start` returns.
  ///
  /// - Returns: `false` refuses it: the connection fails with `.invalidResponse`, and later listeners are not asked.
  func onReceived(connection: any ConnectionTask, response: Response) -> Bool

  /// The response is valid and parsed. On the same thread as `onReceived`.
  ///
  /// - Returns: `false` refuses the model: the connection fails with `.validation`, and later listeners are not asked.
  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool

  /// The success closure and the promise's handlers have run. On the delivery thread.
  func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable)

  /// The response is valid and parsed: the same event, for a listener that writes its model as `Any`.
  @_documentation(visibility: internal)
  func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool

  /// The success closure has run: the same event, for a listener that writes its model as `Any`.
  @_documentation(visibility: internal)
  func afterSuccess(connection: any ConnectionTask, responseModel: Any)
}

extension ConnectionResponseListener {
  /// Lets every response through.
  public func onReceived(connection: any ConnectionTask, response: Response) -> Bool { true }

  /// Asks the form with a model of `Any`.
  public func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    onReceivedModel(connection: connection, responseModel: responseModel as Any)
  }

  /// Calls the form with a model of `Any`.
  public func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
    afterSuccess(connection: connection, responseModel: responseModel as Any)
  }

  /// Lets every model through.
  @_documentation(visibility: internal)
  public func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool { true }

  /// Does nothing.
  @_documentation(visibility: internal)
  public func afterSuccess(connection: any ConnectionTask, responseModel: Any) {}
}
