extension Connection {
  /// Starts the connection.
  ///
  /// Before this method returns, the connection is in its ``holder``, and its listeners have received `onStart`. A
  /// running connection is restarted. If its outcome is decided but `onEnd` hasn't been called yet, a new call is
  /// queued: it is in the holder at once, and its `onStart` follows that `onEnd`.
  ///
  /// - Returns: The promise of the call. It keeps the connection, so that a retry of the promise can start it again.
  @discardableResult
  public func start() -> ConnectionPromise<ResponseModel> { begin(repeating: false) }

  /// Creates the request again and sends it.
  ///
  /// Until the outcome is decided, this silently replaces the current run: there is no second `onStart`, one `onEnd`,
  /// and the same promise, and a late response to the former request is ignored. Afterwards, it begins a new call with
  /// a new promise, whose `onStart` follows the current call's `onEnd`. If the current call's response is a stream, the
  /// stream ends as cancelled. The listeners of a call that is being cancelled can't restart it.
  ///
  /// - Returns: The promise of the call that the run belongs to.
  @discardableResult
  public func restart() -> ConnectionPromise<ResponseModel> { begin(repeating: false) }

  /// Sends the last request again, or creates one if there is none. Otherwise, it behaves like ``restart()``.
  ///
  /// - Returns: The promise of the call that the run belongs to.
  @discardableResult
  public func repeatRequest() -> ConnectionPromise<ResponseModel> { begin(repeating: true) }

  /// Runs the connection. All other methods that start it call this one.
  ///
  /// - Parameter repeating: Whether to send the last request again instead of creating a new one.
  public func run(repeating: Bool) { _ = begin(repeating: repeating) }

  /// The most recent request, from just before `onStart`; `nil` before the first.
  public var latestRequest: Request? { core.state.withLock { $0.latestRequest } }

  /// The current run; `nil` if the connection isn't running. Every restart has a new one.
  public var executionId: ExecutionId? { core.state.withLock { $0.runId } }

  /// Cancels the call, at any moment until its outcome is decided.
  ///
  /// After this method returns, the only events are those of the cancellation: `onCanceled`, the promise's failure,
  /// `afterError`, and `onEnd` follow on the delivery thread, and tasks that await the promise continue at once. It
  /// does nothing without a call, or if the outcome is decided: the success closure and the last events may still
  /// follow then. Even then, it ends the stream of a streamed response as cancelled, and only `onEnd` follows.
  public func cancel() { driver.cancel() }

  /// Stops the events, and the transfer if one is in flight. Does nothing once the outcome is decided: a stream
  /// continues.
  ///
  /// The promise stays pending, until ``restart()`` or ``repeatRequest()`` takes over, or ``cancel()`` or
  /// ``breakInterruption()`` ends the call.
  public func interrupt() { driver.interrupt() }

  /// Cancels an interrupted call. Does nothing to other calls.
  public func breakInterruption() { driver.breakInterruption() }

  /// Suspends the call's current and future transfers, if the connector supports it, until ``resume()``.
  ///
  /// Meanwhile, the total timeout keeps counting. Other timeouts don't.
  public func suspend() { core.suspend() }

  /// Resumes the transfers after ``suspend()``.
  public func resume() { core.resume() }

  private func begin(repeating: Bool) -> ConnectionPromise<ResponseModel> {
    let origin = PromiseFactory(.made { self.begin(repeating: false).core })
    return ConnectionPromise(core: driver.begin(repeating: repeating), origin: origin)
  }
}
