import Dispatch

extension ConnectionDriver {
  /// Tells of a cancel on the delivery thread.
  ///
  /// - Returns: The work of the next call, if it is this thread's.
  func cancelOnDeliveryThread() -> PendingWork? {
    guard core.callbackInMainThread else { return deliverCancel() }
    core.state.withLock { $0.enterCancel(here: false) }
    DispatchQueue.main.async {
      if let work = deliverCancel() { perform(work) }
    }
    return nil
  }

  /// Tells the end of a run: the success or the error event, the promise, `afterSuccess` or `afterError`, `onEnd`.
  ///
  /// - Returns: The work that was wished meanwhile.
  func deliver(_ result: Result<ParsedResponse, ConnectionError>, of run: Run) -> PendingWork? {
    guard core.state.withLock({ $0.enter(run) }) else { return core.state.withLock { $0.leave(run) } }
    switch result {
    case .success(let answered): return deliver(answered, of: run)
    case .failure(let error): return deliver(error, of: run)
    }
  }

  private func deliver(_ answered: ParsedResponse, of run: Run) -> PendingWork? {
    connection.tellSuccess(answered)
    guard let promise = core.state.withLock({ $0.settle(by: run) }) else {
      return core.state.withLock { $0.leave(run) }
    }
    promise.settle(answered.settlement)
    for listener in core.settings.withLock({ $0.notifiedResponseListeners }) {
      listener.afterSuccess(connection: connection, responseModel: answered.model)
    }
    return end(answered.response, answered.model, nil)
  }

  private func deliver(_ error: ConnectionError, of run: Run) -> PendingWork? {
    for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
      listener.tell(of: error, connection: connection)
      guard core.state.withLock({ $0.isCurrent(run) }) else { return core.state.withLock { $0.leave(run) } }
    }
    guard let promise = core.state.withLock({ $0.settle(by: run) }) else {
      return core.state.withLock { $0.leave(run) }
    }
    promise.settle(error.type == .cancelled ? .cancelled(Box(error)) : .error(error))
    return afterError(error)
  }

  /// Tells of a cancel; nothing can take its place any more.
  private func deliverCancel() -> PendingWork? {
    core.state.withLock { $0.enterCancel(here: true) }
    let error = ConnectionError(.cancelled, request: core.state.withLock { $0.announcedRequest })
    for listener in core.settings.withLock({ $0.notifiedErrorListeners }) {
      listener.onCanceled(connection: connection)
    }
    core.state.withLock { $0.settle() }?.settle(.cancelled(Box(error)))
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

  private func end(_ response: Response?, _ model: (any Sendable)?, _ error: ConnectionError?) -> PendingWork? {
    core.state.withLock { $0.call?.holder }?.remove(connection)
    for listener in core.settings.withLock({ $0.notifiedListeners }) {
      listener.onEnd(connection: connection, response: response, responseModel: model, error: error)
    }
    return core.state.withLock { $0.end() }
  }
}

/// Where screen code runs.
enum MainThread {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs screen code: here if this is the main thread, and by a hop elsewhere.
  static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    // NB: `Thread.isMainThread` is false on Linux under an `async` main, whose main queue other threads serve.
    if DispatchQueue.getSpecific(key: key) != nil {
      MainActor.assumeIsolated(work)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(work) }
    }
  }
}
