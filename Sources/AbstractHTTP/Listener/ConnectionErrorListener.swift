/// Observes the failures of connections.
///
/// A failed call has one of the five events, followed by ``afterError(connection:response:responseModel:error:)``, all
/// on the delivery thread. See ``ConnectionListener`` for the order of all events.
///
/// If a listener calls ``ConnectionTask/restart()`` in one of the first four events, the call continues, and the
/// failure isn't reported further. If it calls ``ConnectionTask/interrupt()``, the call is held until it is restarted
/// or cancelled. A failure is therefore decided only after all error listeners have been called, and tasks that await
/// the call wait until then.
public protocol ConnectionErrorListener: AnyObject, Sendable {
  /// Called when no response arrived, or the request couldn't be created. The error has the reason.
  func onNetworkError(connection: any ConnectionTask, error: (any Error)?)

  /// Called when a response listener or `validate` has rejected the response.
  func onResponseError(connection: any ConnectionTask, response: Response)

  /// Called when `parseResponse` has thrown an error.
  func onParseError(connection: any ConnectionTask, response: Response, error: any Error)

  /// Called when a response listener has rejected the model.
  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable)

  /// Called when the connection has been cancelled.
  func onCanceled(connection: any ConnectionTask)

  /// Called when the promise has failed, after one of the events above.
  func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  )

  /// Called when a response listener has rejected the model: the same event, for listeners that declare the model as
  /// `Any`.
  @_documentation(visibility: internal)
  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any)

  /// Called when the promise has failed: the same event, for listeners that declare the model as `Any?`.
  @_documentation(visibility: internal)
  func afterError(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError)
}

extension ConnectionErrorListener {
  /// Does nothing.
  public func onNetworkError(connection: any ConnectionTask, error: (any Error)?) {}

  /// Does nothing.
  public func onResponseError(connection: any ConnectionTask, response: Response) {}

  /// Does nothing.
  public func onParseError(connection: any ConnectionTask, response: Response, error: any Error) {}

  /// Calls the method with a model of type `Any`.
  public func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
    onValidationError(connection: connection, response: response, responseModel: responseModel as Any)
  }

  /// Does nothing.
  public func onCanceled(connection: any ConnectionTask) {}

  /// Calls the method with a model of type `Any?`.
  public func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) {
    afterError(connection: connection, response: response, responseModel: responseModel as Any?, error: error)
  }

  /// Does nothing.
  @_documentation(visibility: internal)
  public func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any) {}

  /// Does nothing.
  @_documentation(visibility: internal)
  public func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: Any?,
    error: ConnectionError
  ) {}
}

/// A listener that only observes, so that a failure can be decided without waiting for it.
protocol PassiveErrorListener: ConnectionErrorListener {}

extension ConnectionErrorListener {
  /// Calls the event for the type of an error. If the error lacks the evidence for its event, it counts as a network
  /// error.
  func tell(of error: ConnectionError, connection: any ConnectionTask) {
    switch (error.type, error.response, error.responseModel) {
    case (.cancelled, _, _):
      onCanceled(connection: connection)
    case (.invalidResponse, let response?, _):
      onResponseError(connection: connection, response: response)
    case (.parse, let response?, _):
      onParseError(connection: connection, response: response, error: error.nativeError ?? error)
    case (.validation, let response?, let model?):
      onValidationError(connection: connection, response: response, responseModel: model)
    default:
      onNetworkError(connection: connection, error: error.nativeError ?? error)
    }
  }
}
