import Dispatch

extension Connection {
  /// A connection's whole life, in order, up to its delivery: ``deliver(_:of:)``.
  func lifecycle(of run: Run) -> Pipeline<Void, Answered<ResponseModel>> {
    Pipeline {
      if run.isRepeating, let request = latestRequest {
        Stage.repeating(request)
      } else {
        Stage.makingRequest(from: requestSpec, urlEncoder: urlEncoder)
      }
      Stage.notifying("onStart") { try self.announce($0, of: run) }
      exchange(of: run)
      Stage.notifying("onReceived", failing: .invalidResponse) { try self.showResponse($0, of: run) }
      Stage.validating(by: responseSpec).then(unlessReplaced(run))
      Stage.parsing(by: responseSpec).keepingResponse()
      Stage.notifying("onReceivedModel", failing: .validation) { try self.showModel($0, of: run) }
    }
  }

  private func unlessReplaced(_ run: Run) -> Stage<Response, Response> {
    Stage(outline: .nothing) { response throws(ConnectionError) in
      guard self.state.withLock({ $0.isCurrent(run) }) else { throw ConnectionError(.canceled) }
      return .finished(response)
    }
  }

  private func exchange(of run: Run) -> Stage<Request, Response> {
    Stage.sending(over: httpConnector, watchedBy: self) { [weak self] in self?.report($0, of: run) }
      .wrapped(in: middleware)
  }

  /// Does work, and the work that comes of it: this thread is the busy one until none is left.
  func perform(_ work: Work) {
    var next: Work? = work
    while let work = next {
      switch work {
      case .run(let run): next = perform(run)
      case .cancel: next = cancelOnDeliveryThread()
      }
    }
  }

  private func perform(_ run: Run) -> Work? {
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
    transfers.withLock { $0.isSuspended = false }
    holder.add(self)
  }

  /// Goes on in a task of its own; one whose run has been replaced meanwhile is cancelled, which ends its transfer.
  private func wait(
    for rest: @escaping @Sendable () async throws(ConnectionError) -> Answered<ResponseModel>,
    of run: Run
  ) -> Work? {
    let work = state.withLock { $0.leave(run) }
    let task = Task {
      let result: Result<Answered<ResponseModel>, ConnectionError>
      do throws(ConnectionError) {
        result = .success(try await rest())
      } catch {
        result = .failure(error)
      }
      if let work = finish(run, result) { perform(work) }
    }
    if !state.withLock({ $0.keep(task, of: run) }) { task.cancel() }
    return work
  }

  private func finish(_ run: Run, _ result: Result<Answered<ResponseModel>, ConnectionError>) -> Work? {
    guard callbackInMainThread, state.withLock({ $0.isCurrent(run) }) else { return deliver(result, of: run) }
    if let work = state.withLock({ $0.leave(run) }) { return work }
    DispatchQueue.main.async {
      if let work = self.deliver(result, of: run) { self.perform(work) }
    }
    return nil
  }
}

extension Connection: CustomStringConvertible {
  /// The stages of the connection in their order, as it would run now.
  public var description: String { outline.description }

  /// The same as a Mermaid flowchart.
  public var mermaid: String { outline.mermaid }

  private var outline: Outline {
    let run = Run(id: ExecutionId(number: 0), isRepeating: false, isOpening: false)
    return .joined(lifecycle(of: run).stage.outline, .stage(callbackInMainThread ? "deliver(main)" : "deliver"))
  }
}
