/// The value that a connection's stages pass on, and the run that it belongs to.
struct RunContext<Value: Sendable>: Sendable {
  let value: Value
  let driver: ConnectionDriver
  let run: ConnectionDriver.Run

  func with<Next: Sendable>(_ next: Next) -> RunContext<Next> {
    RunContext<Next>(value: next, driver: driver, run: run)
  }

  /// Ends the pipeline of a replaced run, without notifying listeners.
  func check() throws {
    guard driver.core.state.withLock({ $0.isCurrent(run) }) else { throw Replaced() }
  }

  /// Awaits the rest of a stage, and adds the evidence to its error.
  func carrying<Next>(
    _ rest: Rest<Next>
  ) async throws(ConnectionError) -> Next {
    do throws(ConnectionError) {
      return try await rest()
    } catch {
      throw error.carrying(from: value)
    }
  }

  func checkCurrent() throws(ConnectionError) {
    guard driver.core.state.withLock({ $0.isCurrent(run) }) else {
      throw ConnectionError(.cancelled, nativeError: Replaced())
    }
  }

  /// Makes this thread the owner, after the run has waited.
  func enter() throws(ConnectionError) {
    guard driver.core.state.withLock({ $0.enter(run) }) else {
      throw ConnectionError(.cancelled, nativeError: Replaced())
    }
  }

  /// Ends this thread's ownership before the run waits.
  func leave() {
    if let work = driver.core.state.withLock({ $0.leave(run) }) { driver.perform(work) }
  }
}

private struct Replaced: Error {}

extension RunContext<Void> {
  /// Creates the request, or returns the former one for a repetition.
  func makeRequest() throws -> RunContext<Request> {
    if let repeated { return with(repeated) }
    return with(try driver.core.request())
  }

  /// The last request, if the run sends it again.
  var repeated: Request? { run.isRepeating ? driver.core.state.withLock { $0.latestRequest } : nil }
}

extension RunContext<Request> {
  /// Stores the request, and notifies every listener that the call has started, unless it had already started.
  func notifyStart() throws {
    if driver.core.state.withLock({ $0.notifyStart(value, of: run) }).isFirst {
      for listener in driver.core.settings.withLock({ $0.notifiedListeners }) {
        listener.onStart(connection: driver.connection, request: value)
      }
    }
    try check()
  }
}

extension RunContext<Response> {
  /// Lets the listeners reject the response, and keeps the thread from here to the run's delivery.
  func notifyReceived() throws {
    guard driver.core.state.withLock({ $0.enter(run) }) else { throw Replaced() }
    for listener in driver.core.settings.withLock({ $0.notifiedResponseListeners }) {
      let isAccepted = listener.onReceived(connection: driver.connection, response: value)
      try check()
      guard isAccepted else {
        let rejection = Rejection(by: "\(type(of: listener)).onReceived")
        throw ConnectionError(.invalidResponse, nativeError: rejection, response: value)
      }
    }
  }

  func validate() throws {
    do {
      try driver.connection.check(value)
    } catch {
      throw ConnectionError(.invalidResponse, thrown: error).carrying(value.request, value)
    }
  }

  /// Parses the model, unless the run was replaced during validation.
  func parse() throws -> RunContext<ParsedResponse> {
    try check()
    do {
      return with(try driver.connection.parse(value))
    } catch {
      throw ConnectionError(.parse, thrown: error).carrying(value.request, value)
    }
  }
}

extension RunContext<ParsedResponse> {
  /// Lets the listeners reject the model.
  func notifyReceived() throws {
    try check()
    for listener in driver.core.settings.withLock({ $0.notifiedResponseListeners }) {
      let isAccepted = listener.onReceivedModel(connection: driver.connection, responseModel: value.model)
      try check()
      guard isAccepted else {
        throw ConnectionError(
          .validation,
          nativeError: Rejection(by: "\(type(of: listener)).onReceivedModel"),
          response: value.response,
          responseModel: value.model
        )
      }
    }
  }
}
