import Dispatch

extension ConnectionDriver {
  /// The whole lifecycle of a connection, in order, up to its delivery: ``deliver(_:of:)``.
  ///
  /// Joined once for all connections: the context that the stages pass on knows its connection.
  static let lifecycle = Pipeline {
    Stage("makeRequest", failing: .invalidRequest) { (context: RunContext<Void>) in try context.makeRequest() }
    Stage.notifying("onStart") { (context: RunContext<Request>) in try context.notifyStart() }
    Stage<RunContext<Request>, RunContext<Response>>.exchanging
    Stage.notifying("onReceived", failing: .invalidResponse) { (context: RunContext<Response>) in
      try context.notifyReceived()
    }
    Stage.notifying("validate", failing: .invalidResponse) { (context: RunContext<Response>) in try context.validate() }
    Stage("parse", failing: .parse) { (context: RunContext<Response>) in try context.parse() }
    Stage.notifying("onReceivedModel", failing: .validation) { (context: RunContext<ParsedResponse>) in
      try context.notifyReceived()
    }
  }

  /// The exchange of a run: the connector, wrapped in the connection's middleware.
  ///
  /// - Parameter run: The run that watches the transfers; `nil` to print the stages.
  func exchange(of run: Run?) -> Stage<Request, Response> {
    let watcher = run.map { RunTransfers(core: core, run: $0.id) }
    let sending = Stage.sending(over: core.httpConnector, watchedBy: watcher)
    let middleware = core.settings.withLock { $0.middleware }
    return middleware.isEmpty ? sending : sending.wrapped(in: middleware).pausable(by: core.pauseSignal)
  }

  func perform(_ run: Run) -> PendingWork? {
    if run.isOpening { open() }
    do throws(ConnectionError) {
      let isTransformed = core.settings.withLock { $0.isTransformed || $0.options.transform != nil }
      let stage = isTransformed ? connection.transformed(for: run) : Self.lifecycle.stage
      switch try stage.run(RunContext(value: (), driver: self, run: run)) {
      case .finished(let context): return finish(run, .success(context.value))
      case .suspended(let rest): return wait(for: rest, of: run)
      }
    } catch {
      return finish(run, .failure(error))
    }
  }

  private func open() {
    let promise = core.state.withLock { $0.call?.promise }
    core.open(isSuspended: promise?.withMachine { $0.isPaused } ?? false)
    let holder = core.settings.withLock { $0.holder }
    core.state.withLock { $0.hold(in: holder) }
    holder.add(connection)
  }

  /// Goes on in a task of its own; one whose run has been replaced meanwhile is cancelled, which ends its transfer.
  private func wait(
    for rest: Rest<RunContext<ParsedResponse>>,
    of run: Run
  ) -> PendingWork? {
    let work = core.state.withLock { $0.leave(run) }
    let task = rest.inTask { result in
      if let work = finish(run, result.map(\.value)) { perform(work) }
    }
    if !core.state.withLock({ $0.keep(task, of: run) }) {
      task.cancel()
      core.cancelStaleTransfers()
    }
    return work
  }

  private func finish(_ run: Run, _ result: Result<ParsedResponse, ConnectionError>) -> PendingWork? {
    guard core.callbackInMainThread, core.state.withLock({ $0.isCurrent(run) }) else { return deliver(result, of: run) }
    if let work = core.state.withLock({ $0.leave(run) }) { return work }
    DispatchQueue.main.async {
      if let work = deliver(result, of: run) { perform(work) }
    }
    return nil
  }
}

extension Stage where Input == Request, Output == Response {
  /// Tells those who wait on the way whether the call is held.
  fileprivate func pausable(by pauseSignal: PauseSignal) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      var request = request
      request.context[PauseSignalKey.self] = pauseSignal
      return try run(request)
    }
  }
}
