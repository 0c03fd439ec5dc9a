/// Watches the beginning and the end of connections.
///
/// All that happens to a connection, in order; one of the branches at each fork:
///
/// ```
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
/// `onStart` and `onEnd` come once each a call, however often it is restarted within. Where no request can be made, `onStart`
/// is skipped and `onEnd` is not. Events of one connection never overlap. The delivery thread is the main thread where
/// ``Connection/callbackInMainThread`` is true, else a thread of the library's pool, which may be blocked. Where no stage
/// suspends, and for a cancellation, it is the caller's thread. <doc:WhereYourCodeRuns> has the whole table.
///
/// Every method may call the connection: a restart, an interruption or a cancel ends the event before the next listener
/// hears of it, save that `onStart` and `onEnd` reach every listener.
///
/// A `@MainActor` class conforms by `nonisolated` methods; or give ``Connection/addOnEnd(on:_:)`` a `@MainActor` closure.
public protocol ConnectionListener: AnyObject, Sendable {
  /// A call begins: its request is made, and about to be sent. On the thread that started it.
  func onStart(connection: any ConnectionTask, request: Request)

  /// A call has ended, whichever way. On the delivery thread.
  ///
  /// - Parameters:
  ///   - connection: The connection, no longer in its holder.
  ///   - response: The response; `nil` if none came.
  ///   - responseModel: The model; `nil` unless the response was parsed.
  ///   - error: Why it failed; `nil` on success.
  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  )
}

extension ConnectionListener {
  /// Does nothing.
  public func onStart(connection: any ConnectionTask, request: Request) {}

  /// Does nothing.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {}
}
