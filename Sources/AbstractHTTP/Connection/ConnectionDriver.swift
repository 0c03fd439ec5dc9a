/// Runs a connection: starts it, runs its stages, and ends it.
///
/// ``ConnectionState`` decides on the actions, and this type performs them.
struct ConnectionDriver: Sendable {
  typealias Call = ConnectionState.Call
  typealias Run = ConnectionState.Run
  typealias PendingWork = ConnectionState.PendingWork

  let connection: any TypedConnection
  let core: ConnectionCore

  func begin(repeating: Bool) -> PromiseCore {
    var hold: ConnectionHold?
    while true {
      if let starting = core.state.withLock({ $0.start(repeating: repeating, in: hold, makeCall: makeCall) }) {
        if !starting.isNewCall { hold?.release(connection) }
        stop(starting.replaced)
        if let work = starting.work { perform(work) }
        return starting.promise
      }
      // NB: before the call is queued, so that cancelling everything in the holder from then on cancels it as well.
      hold = core.settings.withLock { $0.holder }.hold(connection)
    }
  }

  func cancel() {
    end(core.state.withLock { $0.cancel() })
    core.cancelStaleTransfers()
  }

  /// Passes a cancellation to the awaiting tasks, and stops everything that it ends.
  private func end(_ cancelling: ConnectionState.Cancelling?) {
    guard let cancelling else { return }
    cancelling.promise.decide(.cancelled(Box(cancelling.error)))
    stop(cancelling.replaced)
    if let work = cancelling.work { perform(work) }
  }

  func interrupt() {
    stop(core.state.withLock { $0.interrupt() })
  }

  /// Stops a run that has been replaced.
  private func stop(_ replaced: Task<Void, Never>?) {
    replaced?.cancel()
    core.cancelStaleTransfers()
  }

  func breakInterruption() {
    end(core.state.withLock { $0.phase == .interrupted ? $0.cancel() : nil })
  }

  /// Performs work, and the work that results from it: this thread is the owner until none is left.
  func perform(_ work: PendingWork) {
    var next: PendingWork? = work
    while let work = next {
      switch work {
      case .run(let run): next = perform(run)
      case .cancel: next = cancelOnDeliveryThread()
      }
    }
  }

  /// NB: the promise holds the connection, and the connection holds its call's promise until the call has ended, which
  /// is as long as its holder holds it.
  private func makeCall(_ number: Int, _ hold: ConnectionHold?) -> Call {
    let promise = PromiseCore.owned { pendingWork in
      switch pendingWork {
      case .pause: core.suspend()
      case .resume: core.resume()
      case .cancel: end(core.state.withLock { $0.cancel(call: number) })
      }
    }
    return Call(number: number, promise: promise, hold: hold)
  }
}
