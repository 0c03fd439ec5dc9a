/// Moves a connection through its lifecycle: starts it, ends it, and runs its stages.
///
/// ``ConnectionState`` decides what is to be done, and this does it.
struct ConnectionDriver: Sendable {
  typealias Call = ConnectionState.Call
  typealias Run = ConnectionState.Run
  typealias PendingWork = ConnectionState.PendingWork

  let connection: any TypedConnection
  let core: ConnectionCore

  func begin(repeating: Bool) -> PromiseCore {
    let (promise, replaced, work) = core.state.withLock { $0.start(repeating: repeating, makeCall: makeCall) }
    stop(replaced)
    if let work { perform(work) }
    return promise
  }

  func cancel() { end(core.state.withLock { $0.cancel() }) }

  private func end(_ cancel: (replaced: Task<Void, Never>?, work: PendingWork?)) {
    stop(cancel.replaced)
    if let work = cancel.work { perform(work) }
  }

  func interrupt() {
    stop(core.state.withLock { $0.interrupt() })
  }

  /// Stops a run whose place is taken.
  private func stop(_ replaced: Task<Void, Never>?) {
    replaced?.cancel()
    core.cancelStaleTransfers()
  }

  func breakInterruption() {
    let work = core.state.withLock { $0.phase == .interrupted ? $0.cancel().work : nil }
    if let work { perform(work) }
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

  /// NB: the promise holds the connection, and the connection its call's promise, until the call has ended: as long as its
  /// holder holds it, too.
  private func makeCall(_ number: Int) -> Call {
    let promise = PromiseCore.owned { pendingWork in
      switch pendingWork {
      case .pause: core.suspend()
      case .resume: core.resume()
      case .cancel: end(core.state.withLock { $0.cancel(call: number) })
      }
    }
    return Call(number: number, promise: promise)
  }
}
