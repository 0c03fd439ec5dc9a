/// Observes the start and the end of connections.
///
/// These are all events of a connection, in order. At each fork, one branch is taken:
///
/// ```text
/// onStart                                          once a call, first; on the thread of start()
///  ├─ onReceived                                   each response; in the library's pool
///  │   ├─ (validate, parseResponse)
///  │   └─ onReceivedModel
///  │       └─ success closure, promise             on the delivery thread, as all below
///  │           └─ afterSuccess
///  ├─ onNetworkError │ onResponseError │ onParseError │ onValidationError │ onCanceled
///  │   └─ promise
///  │       └─ afterError
/// onEnd                                            once a call, last
/// ```
///
/// If the response is streamed, `onEnd` is called when the stream ends, however long after `afterSuccess` that is.
///
/// `onStart` and `onEnd` come as a pair, once for each call, even if it is restarted in between. A call that is
/// cancelled before it begins, or whose request can't be created, has neither. Events of one connection never overlap.
/// If ``Connection/callbackInMainThread`` is true, the delivery thread is the main thread, and otherwise a thread of
/// the library's pool, which may be blocked. If no stage suspends, and for a cancellation, it is the caller's thread.
/// <doc:WhereYourCodeRuns> has the whole table.
///
/// Every method may call the connection. A restart, an interruption, or a cancellation ends the event before it reaches
/// the next listener, except that `onStart` and `onEnd` reach every listener. Once the outcome of the call is decided,
/// before the success closure or after the error event, a restart begins a new call, and the others do nothing.
///
/// A `@MainActor` class conforms with `nonisolated` methods. Alternatively, pass a `@MainActor` closure to
/// ``Connection/addOnEnd(on:_:)``.
public protocol ConnectionListener: AnyObject, Sendable {
  /// Called when a call starts: its request has been created, and is about to be sent. Called on the thread that
  /// started the call.
  func onStart(connection: any ConnectionTask, request: Request)

  /// Called when a started call has ended, whatever its outcome, on the delivery thread. A task that awaits the promise
  /// may have continued earlier.
  ///
  /// - Parameters:
  ///   - connection: The connection, which is no longer in its holder unless another call is queued.
  ///   - response: The response; `nil` if none arrived. For a streamed response, its head.
  ///   - responseModel: The model; `nil` unless the response was parsed. For a streamed response, `nil` unless it is a
  ///     ``ResponseStream``.
  ///   - error: The error of the call or of its stream; `nil` on success.
  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  )

  /// Called when a call has ended, whatever its outcome: the same event, for listeners that declare the model as
  /// `Any?`.
  @_documentation(visibility: internal)
  func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?)
}

extension ConnectionListener {
  /// Does nothing.
  public func onStart(connection: any ConnectionTask, request: Request) {}

  /// Calls the method with a model of type `Any?`.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    onEnd(connection: connection, response: response, responseModel: responseModel as Any?, error: error)
  }

  /// Does nothing.
  @_documentation(visibility: internal)
  public func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
  }
}
