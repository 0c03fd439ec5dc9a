/// Watches the failures of connections.
///
/// A failed call has one of the five events, then ``afterError(connection:response:responseModel:error:)``; all on the
/// delivery thread. ``ConnectionListener`` draws the order of all events.
///
/// A listener that calls ``ConnectionTask/restart()`` in one of the first four makes the call go on, and nobody hears of the
/// failure; one that calls ``ConnectionTask/interrupt()`` holds it, until somebody restarts it or breaks it off. So a failure isn't
/// decided before all error listeners were called, and whoever awaits the call waits for that.
public protocol ConnectionErrorListener: AnyObject, Sendable {
  /// No response came, or no request could be made; the error says why.
  func onNetworkError(connection: any ConnectionTask, error: (any Error)?)

  /// A response listener or `validate` refused the response.
  func onResponseError(connection: any ConnectionTask, response: Response)

  /// `parseResponse` threw an error.
  func onParseError(connection: any ConnectionTask, response: Response, error: any Error)

  /// A response listener refused the model.
  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable)

  /// The connection was cancelled.
  func onCanceled(connection: any ConnectionTask)

  /// The promise has failed, after one of the events above.
  func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  )

  /// A response listener refused the model: the same event, for a listener that writes its model as `Any`.
  @_documentation(visibility: internal)
  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any)

  /// The promise has failed: the same event, for a listener that writes its model as `Any?`.
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

  /// Calls the form with a model of `Any`.
  public func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
    onValidationError(connection: connection, response: response, responseModel: responseModel as Any)
  }

  /// Does nothing.
  public func onCanceled(connection: any ConnectionTask) {}

  /// Calls the form with a model of `Any?`.
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

/// A listener of the library's that only looks: a failure needn't wait for it to be decided.
protocol PassiveErrorListener: ConnectionErrorListener {}

extension ConnectionErrorListener {
  /// Tells of an error by the event of its type; one without the evidence that the event shows is a network error.
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
