/// What passes from stage to stage of a connection's life: what has become of the request, and whose it is.
struct Passage<Value: Sendable>: Sendable {
  let value: Value
  let life: ConnectionLife
  let run: ConnectionLife.Run

  func with<Next: Sendable>(_ next: Next) -> Passage<Next> { Passage<Next>(value: next, life: life, run: run) }

  /// Ends the pipeline of a run whose place was taken; nobody hears of it.
  func check() throws {
    guard life.core.state.withLock({ $0.isCurrent(run) }) else { throw Replaced() }
  }
}

private struct Replaced: Error {}

extension Passage<Void> {
  /// Makes the request, anew or as it was.
  func makeRequest() throws -> Passage<Request> {
    let core = life.core
    if run.isRepeating, let request = core.state.withLock({ $0.latestRequest }) { return with(request) }
    return with(try core.request())
  }
}

extension Passage<Request> {
  /// Remembers the request, and tells every listener that the call begins, unless it has begun before.
  func announce() throws {
    if life.core.state.withLock({ $0.announce(value) }) {
      for listener in life.core.settings.withLock({ $0.heardListeners }) {
        listener.onStart(connection: life.connection, request: value)
      }
    }
    try check()
  }
}

extension Stage where Input == Passage<Request>, Output == Passage<Response> {
  /// Exchanges the request in the way of the connection that it belongs to.
  static var exchanging: Self {
    Self(outline: Passage<Request>.exchangeOutline) { passage throws(ConnectionError) in
      switch try passage.life.exchange(of: passage.run).run(passage.value) {
      case .finished(let response):
        return .finished(passage.with(response))
      case .suspended(let rest):
        return .suspended { () async throws(ConnectionError) in passage.with(try await rest()) }
      }
    }
  }
}

extension Passage<Request> {
  /// Where the exchange of each connection stands in the printed pipeline.
  static var exchangeOutline: Outline { .stage("exchange") }
}

extension Passage<Response> {
  /// Asks the listeners for their veto on the response, and holds the thread from here to the run's delivery.
  func show() throws {
    guard life.core.state.withLock({ $0.enter(run) }) else { throw Replaced() }
    for listener in life.core.settings.withLock({ $0.heardResponseListeners }) {
      let isAccepted = listener.onReceived(connection: life.connection, response: value)
      try check()
      guard isAccepted else {
        let rejection = Rejection(by: "\(type(of: listener)).onReceived")
        throw ConnectionError(.invalidResponse, nativeError: rejection, response: value)
      }
    }
  }

  func validate() throws {
    guard life.connection.validate(value) else { throw life.connection.refusal(of: value) }
  }

  /// Makes the model, unless validating took the run's place away.
  func parse() throws -> Passage<Answered> {
    try check()
    do {
      return with(try life.connection.parse(value))
    } catch {
      throw ConnectionError(.parse, thrown: error).carrying(value.request, value)
    }
  }
}

extension Passage<Answered> {
  /// Asks the listeners for their veto on the model.
  func show() throws {
    try check()
    for listener in life.core.settings.withLock({ $0.heardResponseListeners }) {
      let isAccepted = listener.onReceivedModel(connection: life.connection, responseModel: value.model)
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
