import Dispatch

extension Connection {
  /// Tells of a cancel on the delivery thread.
  ///
  /// - Returns: The work of the next call, if it is this thread's.
  func cancelOnDeliveryThread() -> Work? {
    guard callbackInMainThread else { return deliverCancel() }
    state.withLock { $0.enterCancel(here: false) }
    DispatchQueue.main.async {
      if let work = self.deliverCancel() { self.perform(work) }
    }
    return nil
  }

  /// Tells the end of a run: the success or the error event, the promise, `afterSuccess` or `afterError`, `onEnd`.
  ///
  /// - Returns: The work that was wished meanwhile.
  func deliver(_ result: Result<Answered<ResponseModel>, ConnectionError>, of run: Run) -> Work? {
    guard state.withLock({ $0.enter(run) }) else { return state.withLock { $0.leave(run) } }
    switch result {
    case .success(let answered): return deliver(answered, of: run)
    case .failure(let error): return deliver(error, of: run)
    }
  }

  private func deliver(_ answered: Answered<ResponseModel>, of run: Run) -> Work? {
    switch success {
    case .onDeliveryThread(let onSuccess): onSuccess(answered.model)
    case .onMainActor(let onSuccess): MainThread.perform { onSuccess(answered.model) }
    case nil: break
    }
    guard let resolver = state.withLock({ $0.settle(by: run) }) else { return state.withLock { $0.leave(run) } }
    resolver.fulfill(answered.model)
    for listener in hooks.responseListeners {
      listener.afterSuccess(connection: self, responseModel: answered.model)
    }
    return end(answered.response, answered.model, nil)
  }

  private func deliver(_ error: ConnectionError, of run: Run) -> Work? {
    for listener in hooks.errorListeners {
      listener.tell(of: error, connection: self)
      guard state.withLock({ $0.isCurrent(run) }) else { return state.withLock { $0.leave(run) } }
    }
    guard let resolver = state.withLock({ $0.settle(by: run) }) else { return state.withLock { $0.leave(run) } }
    resolver.fail(error)
    return afterError(error)
  }

  /// Tells of a cancel; nothing can take its place any more.
  private func deliverCancel() -> Work? {
    state.withLock { $0.enterCancel(here: true) }
    let error = ConnectionError(.canceled, request: latestRequest)
    for listener in hooks.errorListeners { listener.onCanceled(connection: self) }
    state.withLock { $0.settle() }?.cancel(error)
    return afterError(error)
  }

  private func afterError(_ error: ConnectionError) -> Work? {
    for listener in hooks.errorListeners {
      listener.afterError(
        connection: self,
        response: error.response,
        responseModel: error.responseModel,
        error: error
      )
    }
    return end(error.response, error.responseModel as? ResponseModel, error)
  }

  private func end(_ response: Response?, _ model: ResponseModel?, _ error: ConnectionError?) -> Work? {
    holder.remove(self)
    for listener in hooks.listeners {
      listener.onEnd(connection: self, response: response, responseModel: model, error: error)
    }
    return state.withLock { $0.end() }
  }
}
