extension ConnectionDriver {
  /// Returns the exchange of a run: the connector, wrapped in the connection's middleware.
  ///
  /// - Parameter run: The run that watches the transfers; `nil` to print the stages.
  func exchange(of run: Run?) -> Stage<Request, Response> {
    exchange(of: run, through: core.settings.withLock { $0.middlewareParts })
  }

  private func exchange(of run: Run?, through parts: [Middleware.Part]) -> Stage<Request, Response> {
    let watcher = run.map { RunTransfers(core: core, run: $0.id) }
    let sending = Stage.sending(over: core.httpConnector, watchedBy: watcher)
    return parts.isEmpty ? sending : sending.wrapped(inOrdered: parts).pausable(by: core.pauseSignal)
  }

  func perform(_ run: Run) -> PendingWork? {
    if run.isOpening { open() }
    do throws(ConnectionError) {
      let isTransformed = core.settings.withLock { $0.isTransformed }
      switch try isTransformed ? transformed(run) : runStages(of: run) {
      case .finished(let parsed): return finish(run, .success(parsed))
      case .suspended(let rest): return wait(for: rest, of: run)
      }
    } catch {
      return finish(run, .failure(error))
    }
  }

  private func transformed(_ run: Run) throws(ConnectionError) -> Step<ParsedResponse> {
    switch try connection.transformed(for: run).run(RunContext(value: (), driver: self, run: run)) {
    case .finished(let context): return .finished(context.value)
    case .suspended(let rest):
      return .suspended(rest.then { rest async throws(ConnectionError) in try await rest().value })
    }
  }

  /// Runs the unchanged lifecycle, in order, up to its delivery: ``deliver(_:of:)``.
  ///
  /// It is equivalent to ``Connection/transformed(for:)`` without changes, as one function: joined stages pass each
  /// value through a closure, which costs more than most of the stages do.
  private func runStages(of run: Run) throws(ConnectionError) -> Step<ParsedResponse> {
    let start = RunContext(value: (), driver: self, run: run)
    let made = try ConnectionError.failing(.invalidRequest) { try start.makeRequest() }
    try ConnectionError.failing(.network) { try made.notifyStart() }
    switch try exchange(made.value, of: run) {
    case .finished(let response):
      return .finished(try receive(made.with(response)))
    case .suspended(let rest):
      return .suspended(
        rest.then { rest async throws(ConnectionError) in
          let response = try await rest()
          if Task.isCancelled { throw ConnectionError(.cancelled) }
          return try receive(made.with(response))
        }
      )
    }
  }

  /// Runs the stages after the exchange.
  private func receive(_ received: RunContext<Response>) throws(ConnectionError) -> ParsedResponse {
    try ConnectionError.failing(.invalidResponse) {
      try received.notifyReceived()
      try received.validate()
    }
    let parsed = try ConnectionError.failing(.parse) { try received.parse() }
    try ConnectionError.failing(.validation) { try parsed.notifyReceived() }
    return parsed.value
  }

  private func exchange(_ request: Request, of run: Run) throws(ConnectionError) -> Step<Response> {
    let parts = core.settings.withLock { $0.middlewareParts }
    guard parts.isEmpty else { return try exchange(of: run, through: parts).run(request) }
    return try Stage.send(request, over: core.httpConnector, watchedBy: RunTransfers(core: core, run: run.id))
  }

  private func open() {
    let (promise, isHeld) = core.state.withLock { ($0.call?.promise, $0.call?.hold != nil) }
    core.open(isSuspended: promise?.withMachine { $0.isPaused } ?? false)
    if !isHeld {
      let hold = core.settings.withLock { $0.holder }.hold(connection)
      core.state.withLock { $0.call?.hold = hold }
    }
  }

  /// Continues in a separate task. If the run has been replaced in the meantime, the task is cancelled, which ends its
  /// transfer.
  private func wait(
    for rest: Rest<ParsedResponse>,
    of run: Run
  ) -> PendingWork? {
    let work = core.state.withLock { $0.leave(run) }
    let task = rest.inTask { result in
      if let work = finish(run, result) { perform(work) }
    }
    if !core.state.withLock({ $0.keep(task, of: run) }) {
      task.cancel()
      core.cancelStaleTransfers()
    }
    return work
  }
}

extension Stage where Input == Request, Output == Response {
  /// Notifies waiting stages whether the call is suspended.
  fileprivate func pausable(by pauseSignal: PauseSignal) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      var request = request
      request.context[PauseSignalKey.self] = pauseSignal
      return try run(request)
    }
  }
}
