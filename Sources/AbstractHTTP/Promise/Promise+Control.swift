extension Promise {
  /// Pauses the promise, and what it owns: its executor, its inner promise, its members.
  ///
  /// What is reported and settled meanwhile is kept, and delivered by ``resume()``. The source of a derived promise goes
  /// on, and so do its handlers.
  public func pause() { core.pause() }

  /// Resumes the promise, and what it owns, in the order it came; starts it, if it has not been.
  ///
  /// What was kept is delivered before this returns, on the calling thread. A promise that is derived from one that waits for
  /// its first resume starts that one.
  public func resume() {
    scope?.starter?.start(resumesMembers: true)
    core.resume()
  }

  /// Cancels the promise, unless it has settled.
  ///
  /// It is cancelled at once, also while paused, and so is its inner promise. The promise that it is derived from is
  /// cancelled if nobody else listens to that.
  ///
  /// - Parameter error: The error that handlers receive; none by default.
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
