import Dispatch

extension ConnectionLife {
  /// A connection's whole life, in order, up to its delivery: ``deliver(_:of:)``.
  func lifecycle(of run: Run) -> Pipeline<Void, Answered> {
    Pipeline {
      if run.isRepeating, let request = core.state.withLock({ $0.latestRequest }) {
        Stage.repeating(request)
      } else {
        Stage.makingRequest(from: core.requestSpec, urlEncoder: core.urlEncoder)
      }
      Stage.notifying("onStart") { try announce($0, of: run) }
      exchange(of: run)
      Stage.notifying("onReceived", failing: .invalidResponse) { try showResponse($0, of: run) }
      Stage.validating { connection.validate($0) }.then(unlessReplaced(run))
      Stage.parsing { try connection.parse($0) }
      Stage.notifying("onReceivedModel", failing: .validation) { try showModel($0, of: run) }
    }
  }

  private func unlessReplaced(_ run: Run) -> Stage<Response, Response> {
    Stage(outline: .nothing) { response throws(ConnectionError) in
      guard core.state.withLock({ $0.isCurrent(run) }) else { throw ConnectionError(.canceled) }
      return .finished(response)
    }
  }

  private func exchange(of run: Run) -> Stage<Request, Response> {
    Stage.sending(over: core.httpConnector, watchedBy: self) { [core] in core.report($0, of: run) }
      .wrapped(in: core.settings.withLock { $0.middleware })
  }

  func perform(_ run: Run) -> Work? {
    if run.isOpening { open() }
    do throws(ConnectionError) {
      switch try lifecycle(of: run).stage.run(()) {
      case .finished(let answered): return finish(run, .success(answered))
      case .suspended(let rest): return wait(for: rest, of: run)
      }
    } catch {
      return finish(run, .failure(error))
    }
  }

  private func open() {
    let promise = core.state.withLock { $0.call?.promise }
    core.transfers.withLock { $0.isSuspended = promise?.withMachine { $0.isPaused } ?? false }
    let holder = core.settings.withLock { $0.holder }
    core.state.withLock { $0.hold(in: holder) }
    holder.add(connection)
  }

  /// Goes on in a task of its own; one whose run has been replaced meanwhile is cancelled, which ends its transfer.
  private func wait(
    for rest: @escaping @Sendable () async throws(ConnectionError) -> Answered,
    of run: Run
  ) -> Work? {
    let work = core.state.withLock { $0.leave(run) }
    let task = Task {
      let result: Result<Answered, ConnectionError>
      do throws(ConnectionError) {
        result = .success(try await rest())
      } catch {
        result = .failure(error)
      }
      if let work = finish(run, result) { perform(work) }
    }
    if !core.state.withLock({ $0.keep(task, of: run) }) { task.cancel() }
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
    return .joined(lifecycle(of: run).stage.outline, .stage(core.callbackInMainThread ? "deliver(main)" : "deliver"))
  }
}
