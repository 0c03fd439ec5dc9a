extension ConnectionLife {
  /// Remembers the request, and tells every listener that the call begins, unless it has begun before.
  func announce(_ request: Request, of run: Run) throws {
    if core.state.withLock({ $0.announce(request) }) {
      for listener in core.settings.withLock({ $0.heardListeners }) {
        listener.onStart(connection: connection, request: request)
      }
    }
    try check(run)
  }

  /// Asks the listeners for their veto on a response, and holds the thread from here to the run's delivery.
  func showResponse(_ response: Response, of run: Run) throws {
    guard core.state.withLock({ $0.enter(run) }) else { throw Replaced() }
    for listener in core.settings.withLock({ $0.heardResponseListeners }) {
      let isAccepted = listener.onReceived(connection: connection, response: response)
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

  /// Makes the model, unless validating took the run's place away.
  func parse(_ response: Response, of run: Run) throws -> Answered {
    try check(run)
    return try connection.parse(response)
  }

  /// Asks the listeners for their veto on a model.
  func showModel(_ answered: Answered, of run: Run) throws {
    try check(run)
    for listener in core.settings.withLock({ $0.heardResponseListeners }) {
      let isAccepted = listener.onReceivedModel(connection: connection, responseModel: answered.model)
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
    guard core.state.withLock({ $0.isCurrent(run) }) else { throw Replaced() }
  }
}

/// Ends the pipeline of a run whose place was taken; nobody hears of it.
private struct Replaced: Error {}
