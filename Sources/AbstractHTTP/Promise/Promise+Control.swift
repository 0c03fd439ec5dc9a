extension Promise {
  /// Pauses the promise and everything it owns: its executor, its inner promise, and its members.
  ///
  /// Progress and settlements are held back until ``resume()``. The source of a derived promise continues, and so do
  /// its handlers.
  public func pause() { core.pause() }

  /// Resumes the promise and everything it owns, in order. Starts the promise if it hasn't been started.
  ///
  /// Events that were held back are delivered on the calling thread before this method returns. If the promise is
  /// derived from one that waits for its first resume, that promise is started.
  public func resume() {
    scope?.starter?.start(resumesMembers: true)
    core.resume()
  }

  /// Cancels the promise unless it has settled.
  ///
  /// The promise and its inner promise are cancelled at once, even while paused. The promise that it is derived from is
  /// cancelled if it has no other listeners.
  ///
  /// - Parameter error: The error that handlers receive. Defaults to none.
  public func cancel(error: Failure? = nil) { core.cancel(AnyOutcome(Outcome<Value, Failure>.cancelled(error))) }

  /// Pauses all promises.
  public static func pauseAll(_ promises: [Promise]) { for promise in promises { promise.pause() } }

  /// Resumes all promises.
  public static func resumeAll(_ promises: [Promise]) { for promise in promises { promise.resume() } }

  /// Cancels all promises.
  public static func cancelAll(_ promises: [Promise], error: Failure? = nil) {
    for promise in promises { promise.cancel(error: error) }
  }
}
