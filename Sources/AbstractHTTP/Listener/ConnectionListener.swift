/// Watches the beginning and the end of connections.
///
/// All that happens to a connection, in order; one of the branches at each fork:
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
/// If the response is streamed, `onEnd` comes when the stream ends, however long after `afterSuccess` that is.
///
/// `onStart` and `onEnd` come as a pair, once each a call, however often it is restarted within. A call whose request can't be
/// made, and one that is cancelled before it begins, has neither. Events of one connection never overlap. The delivery thread is the main thread where
/// ``Connection/callbackInMainThread`` is true, else a thread of the library's pool, which may be blocked. Where no stage
/// suspends, and for a cancellation, it is the caller's thread. <doc:WhereYourCodeRuns> has the whole table.
///
/// Every method may call the connection: a restart, an interruption or a cancel ends the event before the next listener
/// hears of it, save that `onStart` and `onEnd` reach every listener. Once the outcome of the call is decided, before the success
/// closure or after the error event, a restart begins a new call, and the others do nothing.
///
/// A `@MainActor` class conforms by `nonisolated` methods; or give ``Connection/addOnEnd(on:_:)`` a `@MainActor` closure.
public protocol ConnectionListener: AnyObject, Sendable {
  /// A call begins: its request is made, and about to be sent. On the thread that started it.
  func onStart(connection: any ConnectionTask, request: Request)

  /// A call that was announced has ended, whichever way. On the delivery thread; a task that awaits the promise may have gone on
  /// before.
  ///
  /// - Parameters:
  ///   - connection: The connection, no longer in its holder unless another of its calls is to follow.
  ///   - response: The response; `nil` if none came. Of a response that was streamed, the head.
  ///   - responseModel: The model; `nil` unless the response was parsed. Of a response that was streamed, `nil` unless it is a
  ///     ``ResponseStream``.
  ///   - error: Why it failed, or why its stream did; `nil` on success.
  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  )

  /// A call has ended, whichever way: the same event, for a listener that writes its model as `Any?`.
  @_documentation(visibility: internal)
  func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?)
}

extension ConnectionListener {
  /// Does nothing.
  public func onStart(connection: any ConnectionTask, request: Request) {}

  /// Calls the form with a model of `Any?`.
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
