extension Connection {
  /// Starts the connection.
  ///
  /// Before this returns, the connection is in its ``holder`` and its listeners have heard `onStart`. A connection that runs
  /// already is restarted. If its outcome is decided and its `onEnd` is still to come, a new call is queued behind it: it is in the
  /// holder at once, and its `onStart` comes after that `onEnd`.
  ///
  /// - Returns: The promise of the call. It keeps the connection, to start it again where it is told to retry.
  @discardableResult
  public func start() -> ConnectionPromise<ResponseModel> { begin(repeating: false) }

  /// Makes the request anew and sends it.
  ///
  /// Until the outcome is decided this takes the place of the present run, silently: no second `onStart`, one
  /// `onEnd`, the same promise, and the late answer of the former is never heard. After that it begins a new call, with a
  /// promise of its own, whose `onStart` comes after the present call's `onEnd`; a stream that the present call's response
  /// arrives by ends as cancelled. A call that is being cancelled cannot be restarted by its own listeners.
  ///
  /// - Returns: The promise of the call that it belongs to.
  @discardableResult
  public func restart() -> ConnectionPromise<ResponseModel> { begin(repeating: false) }

  /// Sends the last request again, and makes one if there is none; else like ``restart()``.
  ///
  /// - Returns: The promise of the call that it belongs to.
  @discardableResult
  public func repeatRequest() -> ConnectionPromise<ResponseModel> { begin(repeating: true) }

  /// Runs the connection; what the other ways to start it call.
  public func run(repeating: Bool) { _ = begin(repeating: repeating) }

  /// The last request that was made, from just before `onStart`; `nil` before the first.
  public var latestRequest: Request? { core.state.withLock { $0.latestRequest } }

  /// The run that is under way; `nil` if none is. Every restart has another.
  public var executionId: ExecutionId? { core.state.withLock { $0.runId } }

  /// Ends the call as cancelled, at any moment until its outcome is decided.
  ///
  /// No further event but those of the cancel comes once this returns; `onCanceled`, the promise's failure, `afterError` and
  /// `onEnd` follow on the delivery thread, and tasks that await the promise go on at once. Does nothing if no call is under way,
  /// or if its outcome is decided: the success closure and the last events may still come then. A stream that the response
  /// arrives by ends as cancelled all the same, and only `onEnd` follows.
  public func cancel() { driver.cancel() }

  /// Stops the events, and the transfer if one is in flight. Does nothing once the outcome is decided: a stream goes on.
  ///
  /// The promise stays pending, until ``restart()`` or ``repeatRequest()`` takes over, or ``cancel()`` or
  /// ``breakInterruption()`` ends the call.
  public func interrupt() { driver.interrupt() }

  /// Ends an interrupted call as cancelled; does nothing to others.
  public func breakInterruption() { driver.breakInterruption() }

  /// Holds the transfers of this call, where the connector can, and those that it begins, until ``resume()``.
  ///
  /// Time goes on for a total timeout, and for no other.
  public func suspend() { core.suspend() }

  /// Goes on with what ``suspend()`` held.
  public func resume() { core.resume() }

  private func begin(repeating: Bool) -> ConnectionPromise<ResponseModel> {
    let origin = PromiseFactory(.made { self.begin(repeating: false).core })
    return ConnectionPromise(core: driver.begin(repeating: repeating), origin: origin)
  }
}
