extension Connection {
  /// The listeners as they stand now, with the log if that is on.
  var hooks: Settings {
    settings.withLock { settings in
      guard settings.isLogEnabled else { return settings }
      var hooks = settings
      hooks.listeners.insert(ConnectionLogger.standard, at: 0)
      hooks.responseListeners.insert(ConnectionLogger.standard, at: 0)
      hooks.errorListeners.insert(ConnectionLogger.standard, at: 0)
      return hooks
    }
  }

  /// Remembers the request, and tells every listener that the call begins, unless it has begun before.
  func announce(_ request: Request, of run: Run) throws {
    if state.withLock({ $0.announce(request) }) {
      for listener in hooks.listeners { listener.onStart(connection: self, request: request) }
    }
    try check(run)
  }

  /// Asks the listeners for their veto on a response, and holds the thread from here to the run's delivery.
  func showResponse(_ response: Response, of run: Run) throws {
    guard state.withLock({ $0.enter(run) }) else { throw Replaced() }
    for listener in hooks.responseListeners {
      let isAccepted = listener.onReceived(connection: self, response: response)
      try check(run)
      guard isAccepted else {
        throw ConnectionError(
          .invalidResponse,
          nativeError: Rejection(by: "\(type(of: listener)).onReceived"),
          response: response
        )
      }
    }
  }

  /// Asks the listeners for their veto on a model.
  func showModel(_ answered: Answered<ResponseModel>, of run: Run) throws {
    try check(run)
    for listener in hooks.responseListeners {
      let isAccepted = listener.onReceivedModel(connection: self, responseModel: answered.model)
      try check(run)
      guard isAccepted else {
        throw ConnectionError(
          .validation,
          nativeError: Rejection(by: "\(type(of: listener)).onReceivedModel"),
          response: answered.response,
          responseModel: answered.model
        )
      }
    }
  }

  private func check(_ run: Run) throws {
    guard state.withLock({ $0.isCurrent(run) }) else { throw Replaced() }
  }
}

/// Ends the pipeline of a run whose place was taken; nobody hears of it.
private struct Replaced: Error {}
