import Dispatch

extension ConnectionDriver {
  /// Decides the outcome of a run, and delivers it on the main thread or on this one.
  ///
  /// Tasks that await the promise continue at once. Later requests to the call have no effect, or begin the next call.
  ///
  /// - Returns: The work that was requested in the meantime.
  func finish(_ run: Run, _ result: Result<ParsedResponse, ConnectionError>) -> PendingWork? {
    let result = result.mapError { $0.stoppingStream() }
    if case .failure(let error) = result, core.settings.withLock({ $0.asksErrorListeners }) {
      return ask(about: error, of: run)
    }
    return decide(result, of: run)
  }

  /// Calls the error listeners on the delivery thread before a failure is decided, because they may restart the call.
  private func ask(about error: ConnectionError, of run: Run) -> PendingWork? {
    guard core.callbackInMainThread, core.state.withLock({ $0.isCurrent(run) }) else { return tell(error, of: run) }
    if let work = core.state.withLock({ $0.leave(run) }) { return work }
    DispatchQueue.main.async {
      if let work = tell(error, of: run) { perform(work) }
    }
    return nil
  }

  /// Calls the error event, and then decides the outcome and delivers the rest.
  private func tell(_ error: ConnectionError, of run: Run) -> PendingWork? {
    guard core.state.withLock({ $0.enter(run) }) else { return core.state.withLock { $0.leave(run) } }
    for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
      listener.tell(of: error, connection: connection)
      guard core.state.withLock({ $0.isCurrent(run) }) else { return core.state.withLock { $0.leave(run) } }
    }
    guard let promise = core.state.withLock({ $0.decide(by: run, here: true) })?.promise else {
      return core.state.withLock { $0.leave(run) }
    }
    let outcome = Result<ParsedResponse, ConnectionError>.failure(error).settlement
    promise.decide(outcome)
    promise.settle(outcome)
    return afterError(error)
  }

  private func decide(_ result: Result<ParsedResponse, ConnectionError>, of run: Run) -> PendingWork? {
    let hops = core.callbackInMainThread
    let isStreamed = (try? result.get())?.response.streamBuffer != nil
    guard let promise = core.state.withLock({ $0.decide(by: run, here: !hops, isStreamed: isStreamed) })?.promise else {
      return core.state.withLock { $0.leave(run) }
    }
    let outcome = result.settlement
    promise.decide(outcome)
    guard hops else { return deliver(result, outcome, to: promise, of: run) }
    DispatchQueue.main.async {
      core.state.withLock { $0.deliver(here: true) }
      if let work = deliver(result, outcome, to: promise, of: run) { perform(work) }
    }
    return nil
  }

  /// Delivers the outcome: the success closure or the error event, the promise, `afterSuccess` or `afterError`, and
  /// `onEnd`.
  ///
  /// - Returns: The work of the next call, if it belongs to this thread.
  private func deliver(
    _ result: Result<ParsedResponse, ConnectionError>,
    _ outcome: AnyOutcome,
    to promise: PromiseCore,
    of run: Run
  ) -> PendingWork? {
    switch result {
    case .success(let answered):
      connection.tellSuccess(answered)
      promise.settle(outcome)
      for listener in core.settings.withLock({ $0.notifiedResponseListeners }) {
        listener.afterSuccess(connection: connection, responseModel: answered.model)
      }
      guard let buffer = answered.response.streamBuffer else { return end(answered.response, answered.model, nil) }
      follow(buffer, of: answered, run)
      return nil
    case .failure(let error):
      for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
        listener.tell(of: error, connection: connection)
      }
      promise.settle(outcome)
      return afterError(error)
    }
  }

  /// Delivers a cancellation on the delivery thread.
  ///
  /// - Returns: The work of the next call, if it belongs to this thread.
  func cancelOnDeliveryThread() -> PendingWork? {
    guard core.callbackInMainThread else { return deliverCancel() }
    core.state.withLock { $0.deliver(here: false) }
    DispatchQueue.main.async {
      if let work = deliverCancel() { perform(work) }
    }
    return nil
  }

  /// Delivers a cancellation, which nothing can replace anymore.
  private func deliverCancel() -> PendingWork? {
    let call = core.state.withLock { state in
      state.deliver(here: true)
      return state.call
    }
    let error = call?.cancellation ?? ConnectionError(.cancelled)
    for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
      listener.onCanceled(connection: connection)
    }
    core.state.withLock { $0.settle() }
    call?.promise.settle(.cancelled(Box(error)))
    return afterError(error)
  }

  private func afterError(_ error: ConnectionError) -> PendingWork? {
    for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
      listener.afterError(
        connection: connection,
        response: error.response,
        responseModel: error.responseModel,
        error: error
      )
    }
    return end(error.response, error.responseModel, error)
  }

  /// Notifies the listeners of the end, and ends the call.
  func end(_ response: Response?, _ model: (any Sendable)?, _ error: ConnectionError?) -> PendingWork? {
    let (hold, isAnnounced, request) = core.state.withLock { state in
      (state.call?.hold, state.call?.isAnnounced == true, state.latestRequest)
    }
    request?.body?.abandon()
    hold?.release(connection)
    if isAnnounced {
      for listener in core.settings.withLock({ $0.notifiedListeners }) {
        listener.onEnd(connection: connection, response: response, responseModel: model, error: error)
      }
    }
    return core.state.withLock { $0.end() }.work
  }
}

extension Result<ParsedResponse, ConnectionError> {
  /// The settlement of the promise.
  fileprivate var settlement: AnyOutcome {
    switch self {
    case .success(let answered): answered.settlement
    case .failure(let error): error.type == .cancelled ? .cancelled(Box(error)) : .error(error)
    }
  }
}

/// The thread for user interface code.
enum MainThread {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs user interface code synchronously on the main thread, and asynchronously from other threads.
  static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    // NB: `Thread.isMainThread` is false on Linux under an `async` main, whose main queue other threads serve.
    if DispatchQueue.getSpecific(key: key) != nil {
      MainActor.assumeIsolated(work)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(work) }
    }
  }
}
