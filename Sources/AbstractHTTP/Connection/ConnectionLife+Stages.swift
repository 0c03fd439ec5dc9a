import Dispatch

extension ConnectionLife {
  /// A connection's whole life, in order, up to its delivery: ``deliver(_:of:)``.
  ///
  /// Joined once, for all connections: what passes knows whose it is.
  static let lifecycle = Pipeline {
    Stage("makeRequest", failing: .invalidRequest) { (passage: Passage<Void>) in try passage.makeRequest() }
    Stage.notifying("onStart") { (passage: Passage<Request>) in try passage.announce() }
    Stage<Passage<Request>, Passage<Response>>.exchanging
    Stage.notifying("onReceived", failing: .invalidResponse) { (passage: Passage<Response>) in try passage.show() }
    Stage.notifying("validate", failing: .invalidResponse) { (passage: Passage<Response>) in try passage.validate() }
    Stage("parse", failing: .parse) { (passage: Passage<Response>) in try passage.parse() }
    Stage.notifying("onReceivedModel", failing: .validation) { (passage: Passage<Answered>) in try passage.show() }
  }

  /// The exchange of a run: the connector, wrapped in the connection's middleware.
  func exchange(of run: Run) -> Stage<Request, Response> {
    let sending = Stage.sending(over: core.httpConnector, watchedBy: RunTransfers(core: core, run: run.id))
    let middleware = core.settings.withLock { $0.middleware }
    return middleware.isEmpty ? sending : sending.wrapped(in: middleware).held(by: core.hold)
  }

  func perform(_ run: Run) -> Work? {
    if run.isOpening { open() }
    do throws(ConnectionError) {
      switch try Self.lifecycle.stage.run(Passage(value: (), life: self, run: run)) {
      case .finished(let passage): return finish(run, .success(passage.value))
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
    for rest: @escaping @Sendable () async throws(ConnectionError) -> Passage<Answered>,
    of run: Run
  ) -> Work? {
    let work = core.state.withLock { $0.leave(run) }
    let task = Task(executorPreference: ThreadPool.shared) {
      let result: Result<Answered, ConnectionError>
      do throws(ConnectionError) {
        result = .success(try await rest().value)
      } catch {
        result = .failure(error)
      }
      if let work = finish(run, result) { perform(work) }
    }
    if !core.state.withLock({ $0.keep(task, of: run) }) {
      task.cancel()
      core.cancelStaleTransfers()
    }
    return work
  }

  private func finish(_ run: Run, _ result: Result<Answered, ConnectionError>) -> Work? {
    guard core.callbackInMainThread, core.state.withLock({ $0.isCurrent(run) }) else { return deliver(result, of: run) }
    if let work = core.state.withLock({ $0.leave(run) }) { return work }
    DispatchQueue.main.async {
      if let work = deliver(result, of: run) { perform(work) }
    }
    return nil
  }

  /// The stages in their order, as they would run now.
  var outline: Outline {
    let run = Run(id: ExecutionId(number: 0), isRepeating: false, isOpening: false)
    let stages = Self.lifecycle.stage.outline.replacing(Passage<Request>.exchangeOutline, by: exchange(of: run).outline)
    return .joined(stages, .stage(core.callbackInMainThread ? "deliver(main)" : "deliver"))
  }
}

extension Stage where Input == Request, Output == Response {
  /// Tells those who wait on the way whether the call is held.
  fileprivate func held(by hold: Hold) -> Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      var request = request
      request.companion.hold = hold
      return try run(request)
    }
  }
}
